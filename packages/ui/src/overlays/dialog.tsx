import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../actions/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { useOverlay } from './open-overlays.ts';
import { PageLanguage } from './page-language.tsx';

export interface DialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  isTitleHidden?: boolean | undefined;
  children: ReactNode;
  /** Buttons. They stay visible while the content scrolls. */
  footer?: ReactNode;
  /** Without it there is no close button, so the footer must offer a way out. */
  closeLabel?: string | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** Below 768 px: full screen, or a sheet from the bottom. Default `sheet` for `sm`, otherwise `full`. */
  narrow?: 'full' | 'sheet' | undefined;
  /** False if closing would lose something. Then Escape, Back and a press outside do nothing. */
  isDismissable?: boolean | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
}

const widths = { sm: 'md:max-w-105', md: 'md:max-w-140', lg: 'md:max-w-215' };

const narrowLooks = {
  full: 'max-md:h-dvh max-md:max-h-dvh max-md:data-entering:animate-rise',
  sheet:
    'max-md:rounded-t-card max-md:max-h-[88dvh] max-md:data-entering:[animation:sheet-up_320ms_var(--ease-line)]',
};

/** The backdrop of all modals. */
export const overlayClass =
  'fixed inset-0 z-50 flex justify-center bg-scrim data-entering:animate-fade data-exiting:opacity-0 data-exiting:transition-opacity data-exiting:duration-120';

/** A modal dialog; full screen or a sheet on narrow screens. The focus moves in and returns. */
export function Dialog(props: DialogProps) {
  const {
    isOpen,
    onOpenChange,
    title,
    children,
    footer,
    closeLabel,
    size = 'md',
    isDismissable = true,
  } = props;
  useOverlay(isOpen, () => isDismissable && onOpenChange(false));
  const narrow = props.narrow ?? (size === 'sm' ? 'sheet' : 'full');
  return (
    <PageLanguage>
      <ModalOverlay
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        isDismissable={isDismissable}
        isKeyboardDismissDisabled={!isDismissable}
        className={classNames(overlayClass, 'items-end md:items-center md:p-6')}
      >
        <Modal
          className={classNames(
            'flex w-full flex-col bg-card text-ink shadow-float outline-none md:max-h-[min(100dvh-48px,760px)] md:rounded-card md:data-entering:animate-rise',
            'data-exiting:opacity-0 data-exiting:transition-opacity data-exiting:duration-120',
            widths[size],
            narrowLooks[narrow],
          )}
        >
          <AriaDialog
            role={props.role ?? 'dialog'}
            className="flex min-h-0 grow flex-col outline-none low:overflow-y-auto"
          >
            <header
              className={classNames(
                'flex min-h-14 shrink-0 items-center gap-3 pt-3 pr-2 pl-6',
                props.isTitleHidden && !closeLabel && 'sr-only',
              )}
            >
              <Heading slot="title" className={props.isTitleHidden ? 'sr-only' : 'title grow text-lg'}>
                {title}
              </Heading>
              {closeLabel && (
                <IconButton label={closeLabel} onPress={() => onOpenChange(false)} className="ml-auto">
                  <X className="size-5" aria-hidden />
                </IconButton>
              )}
            </header>
            <div className="min-h-0 grow overflow-y-auto overscroll-contain px-6 pt-2 pb-6 low:shrink-0 low:overflow-y-visible">
              {children}
            </div>
            {footer && (
              <footer className="flex shrink-0 flex-col-reverse gap-2 border-t border-line px-6 pt-4 pb-[max(16px,env(safe-area-inset-bottom,0px))] *:max-sm:w-full sm:flex-row sm:justify-end">
                {footer}
              </footer>
            )}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </PageLanguage>
  );
}
