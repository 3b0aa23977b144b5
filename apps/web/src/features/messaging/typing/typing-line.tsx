import { classNames, TypingDots } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useIsTyping } from './typing.ts';

/** Between messages and field: that the other side is writing. Makes its room by itself, without a jump. */
export function TypingLine({ conversation, name }: { conversation: string; name: string }) {
  const { t } = useLingui();
  const isTyping = useIsTyping(conversation);
  return (
    <div
      className={classNames(
        'shrink-0 overflow-hidden px-3 transition-[height] duration-200 sm:px-4',
        isTyping ? 'h-11' : 'h-0',
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
