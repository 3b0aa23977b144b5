import type { ProfileCard } from '@heartline/contracts';
import { IconButton } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLabelledName } from '../../people/fictional-label.ts';

interface OpenProfileProps {
  card: ProfileCard;
  onClose: () => void;
  children: ReactNode;
}

/** The whole profile in place of its card. It takes the focus, so that a screen reader announces whose it is. */
export function OpenProfile({ card, onClose, children }: OpenProfileProps) {
  const { t } = useLingui();
  const labelled = useLabelledName();
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus({ preventScroll: true }), []);
  return (
    <div
      role="region"
      ref={region}
      aria-label={t`Profile of ${labelled(card)}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by the keyboard
      tabIndex={0}
      className="relative size-full animate-fade overflow-x-hidden overflow-y-auto overscroll-contain rounded-card border border-line bg-paper [--bar-height:0px] [--bottom-bar-height:0px] [--notices-height:0px] [--view-height:var(--deck)] shadow-float select-text focus-visible:-outline-offset-2"
    >
      <div className="sticky top-0 z-40 h-0">
        <IconButton
          label={t`Close the profile`}
          variant="onPhoto"
          hasTip={false}
          onPress={onClose}
          aria-keyshortcuts="Escape"
          className="absolute! top-3 right-3"
        >
          <ChevronDown className="size-5" aria-hidden />
        </IconButton>
      </div>
      <div className="px-[16px] pt-6 pb-8 md:px-8 md:pt-8">{children}</div>
    </div>
  );
}
