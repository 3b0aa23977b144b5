import { TypingDots } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { LineBelow } from '../line-below.tsx';
import { useIsTyping } from './typing.ts';

interface TypingLineProps {
  conversation: string;
  name: string;
  /** Row of the newest message. */
  newest: number | undefined;
}

/** Shown between messages and field while the other member types. */
export function TypingLine({ conversation, name, newest }: TypingLineProps) {
  const { t } = useLingui();
  return (
    <LineBelow isOpen={useIsTyping(conversation)} newest={newest}>
      <div className="fades w-fit animate-fade">
        <TypingDots label={t`${name} is typing`} />
      </div>
    </LineBelow>
  );
}
