import type { MessageKind } from '@heartline/contracts';
import { TextLink } from '@heartline/ui';
import { plural, select, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '../../../client/error-message.ts';
import { formatLocale } from '../../../client/language.ts';
import { useSettings } from '../../../client/session.ts';
import { useServerClock } from '../../../client/use-server-clock.ts';
import { formatMoment } from '../../../people/moment.ts';
import { useMessagePrice } from '../before-writing/use-message-price.ts';
import { lengthLeft } from './length-left.ts';
import { NotEnoughCredits } from './not-enough-credits.tsx';
import { type OwnLimits, ownLimitsAt } from './own-limit.ts';

interface BlockedInput {
  kind: MessageKind;
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
export function useBlockedReason({ kind, text, name, isCovered, price, profile }: BlockedInput) {
  const ofMessage = useMessagePrice(profile);
  const known = useMessagePrice(profile, price) ?? ofMessage;
  const say = useErrorMessage();
  const { message_length: limit } = useSettings();
  const own = useOwnLimit(known, kind, price);
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

/** The pause and the limit of the member's own that this message would meet, until when, and where they are set. */
function useOwnLimit(known: ReturnType<typeof useMessagePrice>, kind: MessageKind, price?: number) {
  const { i18n } = useLingui();
  const isLimited = known !== undefined && (known.pausedUntil !== null || known.limit !== null);
  const now = useServerClock(isLimited ? LOOK_MS : null);
  const credits = price ?? known?.message_credits ?? 0;
  if (!known) return undefined;
  const own = ownLimitsAt({ ...known, message_credits: credits }, now);
  const limited = limitWords(own.limit, { kind, credits }, formatLocale(i18n));
  if (own.pausedUntil === null) return limited && { words: limited, link: <Trans>See the limits</Trans> };
  const until = formatMoment(formatLocale(i18n), own.pausedUntil);
  return {
    words: (
      <>
        <Trans>You paused your own spending until {until}.</Trans> {limited}
      </>
    ),
    link: <Trans>See the pause</Trans>,
  };
}

/** The limit that what costs so much would pass, and from when it would not. */
function limitWords(
  limit: OwnLimits['limit'],
  { kind, credits }: { kind: MessageKind; credits: number },
  locale: string,
): string | undefined {
  if (!limit) return undefined;
  const { period } = limit;
  const words = t`${select(kind, {
    photo: 'This photo',
    gift: 'This gift',
    other: 'The next message',
  })} would pass your own limit of ${plural(limit.credits, {
    one: '# credit',
    other: '# credits',
  })}${select(period, { day: ' a day', week: ' a week', month: ' a month', other: '' })}.`;
  // No day brings room for what costs more than the limit is.
  if (credits > limit.credits) return words;
  const until = formatMoment(locale, limit.until);
  return `${words} ${t`There is room again from ${until}.`}`;
}
