import { classNames } from '@heartline/ui';
import { type ReactNode, useState } from 'react';

interface LineBelowProps {
  isOpen: boolean;
  /** Row of the newest message there is. */
  newest: number | undefined;
  /** What it says may be higher than one line. */
  isFree?: boolean;
  children: ReactNode;
}

/**
 * Between messages and field: what is about to stand there. Makes its room by itself, without a jump, and leaves it to the
 * message at once: were it to close slowly then, all that stands above would go up for the message, and down again.
 */
export function LineBelow({ isOpen, newest, isFree, children }: LineBelowProps) {
  const [before, setBefore] = useState(newest);
  if (isOpen && before !== newest) setBefore(newest);
  const isReplaced = !isOpen && before !== newest;
  const room = isFree ? 'min-h-11' : 'h-11';
  return (
    <div
      className={classNames(
        'shrink-0 overflow-hidden px-3 sm:px-4',
        isOpen ? room : 'h-0',
        // Said, not left out: one that runs already would go on.
        isReplaced ? 'transition-none' : 'transition-[height] duration-200',
      )}
    >
      <div className="mx-auto max-w-chat">{isOpen && children}</div>
    </div>
  );
}
