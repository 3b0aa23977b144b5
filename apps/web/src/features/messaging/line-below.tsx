import { classNames } from '@heartline/ui';
import { type ReactNode, useState } from 'react';

interface LineBelowProps {
  isOpen: boolean;
  /** Row of the newest message. */
  newest: number | undefined;
  /** Allows more than one line of height. */
  isFree?: boolean;
  children: ReactNode;
}

/**
 * A line between messages and field, such as “writing”. It opens without a jump. When its message arrives it closes at
 * once, because a slow close would move all messages up and down again.
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
        // Set it: without the class a running transition would continue.
        isReplaced ? 'transition-none' : 'transition-[height] duration-200',
      )}
    >
      <div className="mx-auto max-w-chat">{isOpen && children}</div>
    </div>
  );
}
