import { FloatingPanel } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyOverlay } from '../../../client/lazy-overlay.tsx';

const EmojiPicker = lazyOverlay(() => import('./emoji-picker.tsx'), 'EmojiPicker');

interface EmojiPanelProps {
  /** The panel appears beside it and returns the focus to it. */
  anchor: HTMLElement;
  onPick: (emoji: string) => void;
  onClose: () => void;
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
