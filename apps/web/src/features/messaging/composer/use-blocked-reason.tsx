import { TextLink } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '../../../client/error-message.ts';
import { formatLocale } from '../../../client/language.ts';
import { useSettings } from '../../../client/session.ts';
import { useServerClock } from '../../../client/use-server-clock.ts';
import { formatMoment } from '../../../people/moment.ts';
import { useMessagePrice } from '../before-writing/use-message-price.ts';
import { lengthLeft } from './length-left.ts';
import { NotEnoughCredits } from './not-enough-credits.tsx';
import { ownLimitAt } from './own-limit.ts';

interface BlockedInput {
  text: string;
  name: string;
  isCovered: boolean;
  /** What it costs, where that is not the price of a message. */
  price?: number | undefined;
  /** Whom it is for, and what is known about writing to them. */
  profile: string;
}

/**
 * Why nothing can be sent now, in words; nothing when it can. In the order of the server, which tells of credits last:
 * nobody is sent to buy what they could not spend then.
 */
export function useBlockedReason({ text, name, isCovered, price, profile }: BlockedInput) {
  const ofMessage = useMessagePrice(profile);
  const known = useMessagePrice(profile, price) ?? ofMessage;
  const say = useErrorMessage();
  const { message_length: limit } = useSettings();
  const own = useOwnLimit(known, price);
  if (known && !known.may_open) {
    return (
      <span className="text-danger">
        <Trans>{name} takes first messages only from people they like.</Trans>
      </span>
    );
  }
  if (own) {
    return (
      <span className="text-danger">
        {own.words}{' '}
        <TextLink href="/credits/limits" className="target font-semibold">
          {own.link}
        </TextLink>
      </span>
    );
  }
  if (!isCovered) {
    return <NotEnoughCredits name={name} />;
  }
  if ((lengthLeft(text, limit) ?? 0) < 0) {
    return <span className="text-danger">{say({ code: 'MESSAGE_TOO_LONG', values: { limit } })}</span>;
  }
  return undefined;
}

/** How often it is looked whether what holds the member back is over. */
const LOOK_MS = 5_000;

/** The pause or the limit of the member's own that this message would meet, until when, and where it is set. */
function useOwnLimit(known: ReturnType<typeof useMessagePrice>, price?: number) {
  const { i18n } = useLingui();
  const isLimited = known !== undefined && (known.pausedUntil !== null || known.limit !== null);
  const now = useServerClock(isLimited ? LOOK_MS : null);
  const credits = price ?? known?.message_credits ?? 0;
  const own = known && ownLimitAt({ ...known, message_credits: credits }, now);
  if (!own) return undefined;
  const until = formatMoment(formatLocale(i18n), own.until);
  if (own.kind === 'pause') {
    return {
      words: <Trans>You paused your own spending until {until}.</Trans>,
      link: <Trans>See the pause</Trans>,
    };
  }
  const link = <Trans>See the limits</Trans>;
  // No day brings room for what costs more than the limit is.
  if (credits > own.credits) {
    const words = plural(own.credits, {
      one: 'The next message would pass your own limit of # credit.',
      other: 'The next message would pass your own limit of # credits.',
    });
    return { words, link };
  }
  return {
    words: plural(own.credits, {
      one: `The next message would pass your own limit of # credit. There is room again from ${until}.`,
      other: `The next message would pass your own limit of # credits. There is room again from ${until}.`,
    }),
    link,
  };
}
