import { FloatingPanel } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { openedPart } from '../../../client/opened-part.tsx';

const EmojiPicker = openedPart(() => import('./emoji-picker.tsx'), 'EmojiPicker');

interface EmojiPanelProps {
  /** What it stands beside, and what gets the focus back. */
  anchor: HTMLElement;
  onPick: (emoji: string) => void;
  onClose: () => void;
}

/** All emoji, in a panel over the page. The picker and its data are fetched when it is first opened. */
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
