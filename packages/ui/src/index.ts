export {
  Anchor,
  type AnchorProps,
  type LinkActions,
  LinkProvider,
  TextLink,
  useLinks,
} from './actions/anchor.tsx';
export {
  Button,
  type ButtonProps,
  type ButtonSize,
  type ButtonVariant,
  buttonClass,
  type PressProps,
} from './actions/button.tsx';
export { IconButton, type IconButtonProps } from './actions/icon-button.tsx';
export { LikeButton, type LikeButtonProps } from './actions/like-button.tsx';
export { ToggleChip, type ToggleChipProps } from './actions/toggle-chip.tsx';
export { Toolbar, type ToolbarProps } from './actions/toolbar.tsx';
export { Bubble, type BubbleProps, DayLine, MessageRun, TypingDots } from './chat/bubble.tsx';
export {
  ChatBar,
  ChatLayout,
  type ChatLayoutProps,
  ChatMessages,
  type ChatMessagesProps,
  ConversationRow,
  type ConversationRowProps,
} from './chat/chat-layout.tsx';
export { Composer, type ComposerProps } from './chat/composer.tsx';
export { isOfInputMethod } from './chat/is-of-input-method.ts';
export { isSendKey } from './chat/is-send-key.ts';
export { type MessageState, MessageStateTicks, type MessageStateTicksProps } from './chat/message-state.tsx';
export { classNames } from './class-names.ts';
export { LineDrawing, type LineDrawingName, type LineDrawingProps } from './drawings/line-drawing.tsx';
export { LineRule } from './drawings/line-rule.tsx';
export { Logo, type LogoProps, Mark } from './drawings/mark.tsx';
export { MatchAnimation, type MatchAnimationProps } from './drawings/match-animation.tsx';
export { Badge, type BadgeProps } from './feedback/badge.tsx';
export { Banner, type BannerProps } from './feedback/banner.tsx';
export { Chip, type ChipProps, ChipRow, FictionalChip, type FictionalChipProps } from './feedback/chip.tsx';
export { Countdown, type CountdownProps } from './feedback/countdown.tsx';
export { EmptyState, type EmptyStateProps } from './feedback/empty-state.tsx';
export { LoadingBar, type LoadingBarProps } from './feedback/loading-bar.tsx';
export { Skeleton } from './feedback/skeleton.tsx';
export { SkeletonText } from './feedback/skeleton-text.tsx';
export type { ToastMessage, ToastsProps } from './feedback/toast-message.ts';
export { clearToasts, fetchToastsBy, prepareToasts, showToast, Toasts } from './feedback/toasts.tsx';
export { AgeRange, type AgeRangeProps } from './fields/age-range.tsx';
export { CheckboxField, type CheckboxFieldProps, Switch, type SwitchProps } from './fields/check-field.tsx';
export { DateOfBirthField, type DateOfBirthFieldProps } from './fields/date-of-birth-field.tsx';
export type { FieldProps } from './fields/field-frame.tsx';
export { FormError } from './fields/form-error.tsx';
export { NumberField, type NumberFieldProps } from './fields/number-field.tsx';
export { PasswordField, type PasswordFieldProps } from './fields/password-field.tsx';
export { RadioGroup, type RadioGroupProps, type RadioOption } from './fields/radio-group.tsx';
export { SelectField, type SelectFieldProps, type SelectOption } from './fields/select-field.tsx';
export { TextArea, type TextAreaProps } from './fields/text-area.tsx';
export { TextField, type TextFieldProps } from './fields/text-field.tsx';
export { TopBar, type TopBarProps } from './layout/bars.tsx';
export { Footer, type FooterGroup, type FooterProps } from './layout/footer.tsx';
export { ActionBar, BottomBar, NavItem, type NavItemProps, PayBar } from './layout/navigation.tsx';
export { Page, SkipLink } from './layout/page.tsx';
export { Card, PageHeader, type PageHeaderProps, Section } from './layout/page-parts.tsx';
export { ProgressLine, type ProgressLineProps } from './layout/progress-line.tsx';
export { useRootMark } from './layout/root-mark.ts';
export {
  PackageCard,
  type PackageCardProps,
  PackageGroup,
  type PackageGroupProps,
  PackageList,
  type PackageOption,
} from './money/package-card.tsx';
export { CreditsPill, type CreditsPillProps, PriceTag, type PriceTagProps } from './money/price.tsx';
export { StatementDay, StatementRow, type StatementRowProps } from './money/statement-list.tsx';
export { BottomSheet, type BottomSheetProps } from './overlays/bottom-sheet.tsx';
export { ContextMenu, type ContextMenuProps } from './overlays/context-menu.tsx';
export { Dialog, type DialogProps } from './overlays/dialog.tsx';
export { FloatingPanel, type FloatingPanelProps } from './overlays/floating-panel.tsx';
export { Lightbox, type LightboxProps } from './overlays/lightbox.tsx';
export { Menu, type MenuItem, type MenuProps } from './overlays/menu.tsx';
export { NavTabs, type NavTabsProps } from './overlays/nav-tabs.tsx';
export { openOverlays, useOverlay } from './overlays/open-overlays.ts';
export { PhotoViewer, type PhotoViewerProps } from './overlays/photo-viewer.tsx';
export { SpotlightDialog, type SpotlightDialogProps } from './overlays/spotlight-dialog.tsx';
export { type Tab, Tabs, type TabsProps } from './overlays/tabs.tsx';
export { Tooltip, type TooltipProps } from './overlays/tooltip.tsx';
export { PaymentLogo, type PaymentLogoName, type PaymentLogoProps } from './payments/payment-logo.tsx';
export {
  WayGroup,
  type WayGroupProps,
  WayLink,
  type WayLinkProps,
  type WayOption,
} from './payments/way-group.tsx';
export { Avatar, type AvatarProps } from './people/avatar.tsx';
export { MeetingFaces, type MeetingFacesProps } from './people/meeting-faces.tsx';
export { Photo, type PhotoProps } from './people/photo.tsx';
export { type GalleryPhoto, PhotoGallery, type PhotoGalleryProps } from './people/photo-gallery.tsx';
export {
  PortraitCard,
  type PortraitCardProps,
  PortraitCardSkeleton,
  PortraitGrid,
} from './people/portrait-card.tsx';
export { PortraitCollage, type PortraitCollageProps } from './people/portrait-collage.tsx';
export { type Fact, Quote, type QuoteProps, TwoColumnFacts } from './people/profile-facts.tsx';
export { narrowerThan, widerThan } from './styles/breakpoints.ts';
