import { FloatingPanel, isOfInputMethod } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, Suspense } from 'react';
import { lazyOverlay } from '../../../client/lazy-overlay.tsx';

const EmojiPicker = lazyOverlay(() => import('./emoji-picker.tsx'), 'EmojiPicker');

interface EmojiDrawerProps {
  onPick: (emoji: string) => void;
  onClose: () => void;
}

interface EmojiPanelProps extends EmojiDrawerProps {
  /** The panel appears beside it and returns the focus to it. */
  anchor: HTMLElement;
}

/** All emoji in a floating panel. The picker and its data load when it first opens. */
export function EmojiPanel({ anchor, onPick, onClose }: EmojiPanelProps) {
  const { t } = useLingui();
  return (
    <FloatingPanel label={t`Emoji`} anchor={anchor} onClose={onClose}>
      <div className="h-[min(380px,60dvh)] w-[min(352px,calc(100vw-32px))]">
        <Suspense fallback={null}>
          <EmojiPicker onPick={onPick} onClose={onClose} />
        </Suspense>
      </div>
    </FloatingPanel>
  );
}

/** The same below the field of a phone, as high as its keyboard. Escape closes it. */
export function EmojiDrawer({ onPick, onClose }: EmojiDrawerProps) {
  const { t } = useLingui();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isOfInputMethod(event.nativeEvent)) return;
    event.preventDefault();
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the picker in it keeps its own keys
    <div
      role="dialog"
      aria-label={t`Emoji`}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="mx-auto h-[min(300px,44dvh)] w-full max-w-100 px-3 pb-2"
    >
      <Suspense fallback={null}>
        <EmojiPicker onPick={onPick} onClose={onClose} />
      </Suspense>
    </div>
  );
}
