import { TextLink } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useErrorMessage } from '../../../client/error-message.ts';
import { useSettings } from '../../../client/session.ts';
import { useMessagePrice } from '../before-writing/use-message-price.ts';
import { lengthLeft } from './length-left.ts';
import { NotEnoughCredits } from './not-enough-credits.tsx';

interface BlockedInput {
  text: string;
  name: string;
  isCovered: boolean;
  /** Whom it is for, and what is known about writing to them. */
  profile: string;
}

/** Why nothing can be sent now, in words; nothing when it can. */
export function useBlockedReason({ text, name, isCovered, profile }: BlockedInput) {
  const known = useMessagePrice(profile);
  const say = useErrorMessage();
  const { message_length: limit } = useSettings();
  if (!isCovered) {
    return <NotEnoughCredits name={name} />;
  }
  if (known && !known.may_open) {
    return <span className="text-danger">{say({ code: 'OPENERS_CLOSED', values: { name } })}</span>;
  }
  if (known?.pausedUntil && known.message_credits > 0) {
    return (
      <span className="text-danger">
        {say({ code: 'SPENDING_PAUSED' })}{' '}
        <TextLink href="/credits/limits" className="target font-semibold">
          <Trans>See the pause</Trans>
        </TextLink>
      </span>
    );
  }
  if ((lengthLeft(text, limit) ?? 0) < 0) {
    return <span className="text-danger">{say({ code: 'MESSAGE_TOO_LONG', values: { limit } })}</span>;
  }
  return undefined;
}
