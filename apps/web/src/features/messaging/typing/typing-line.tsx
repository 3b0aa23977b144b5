import { classNames, TypingDots } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsTyping } from './typing.ts';

interface TypingLineProps {
  conversation: string;
  name: string;
  /** Row of the newest message there is. */
  newest: number | undefined;
}

/**
 * Between messages and field: that the other side is writing. Makes its room by itself, without a jump, and leaves it to
 * their message at once: were it to close slowly then, all that stands above would go up for the message, and down again.
 */
export function TypingLine({ conversation, name, newest }: TypingLineProps) {
  const { t } = useLingui();
  const isTyping = useIsTyping(conversation);
  const [before, setBefore] = useState(newest);
  if (isTyping && before !== newest) setBefore(newest);
  const isReplaced = !isTyping && before !== newest;
  return (
    <div
      className={classNames(
        'shrink-0 overflow-hidden px-3 sm:px-4',
        isTyping ? 'h-11' : 'h-0',
        // Said, not left out: one that runs already would go on.
        isReplaced ? 'transition-none' : 'transition-[height] duration-200',
      )}
    >
      <div className="mx-auto max-w-chat">
        {isTyping && (
          <div className="fades w-fit animate-fade">
            <TypingDots label={t`${name} is writing`} />
          </div>
        )}
      </div>
    </div>
  );
}
