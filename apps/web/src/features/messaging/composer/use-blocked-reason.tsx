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
import { type OwnLimits, ownLimitsAt } from './own-limit.ts';

interface BlockedInput {
  kind: MessageKind;
  text: string;
  name: string;
  /** Price, if it is not that of a text message. */
  price?: number | undefined;
  /** Id of the recipient. */
  profile: string;
}

/**
 * Why nothing can be sent now, as text; undefined if it can. Missing credits block nothing here. The sheet that
 * sells some opens last, like the check on the server, so no member buys credits they could not spend.
 */
export function useBlockedReason({ kind, text, name, price, profile }: BlockedInput) {
  const ofMessage = useMessagePrice(profile);
  const known = useMessagePrice(profile, price) ?? ofMessage;
  const errorTextOf = useErrorMessage();
  const { message_length: limit } = useSettings();
  const own = useOwnLimit(known, kind, price);
  if (known && !known.may_open) {
    return (
      <span className="text-danger">
        <Trans>{name} only takes first messages from people they’ve liked.</Trans>
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
  if ((lengthLeft(text, limit) ?? 0) < 0) {
    return (
      <span className="text-danger">{errorTextOf({ code: 'MESSAGE_TOO_LONG', values: { limit } })}</span>
    );
  }
  return undefined;
}

/** Interval at which an expired pause or limit is noticed. */
const LOOK_MS = 5_000;

/** The member's own pause and limit that block this message, with a link to change them. */
function useOwnLimit(known: ReturnType<typeof useMessagePrice>, kind: MessageKind, price?: number) {
  const { i18n } = useLingui();
  const isLimited = known !== undefined && (known.pausedUntil !== null || known.limit !== null);
  const now = useServerClock(isLimited ? LOOK_MS : null);
  const credits = price ?? known?.message_credits ?? 0;
  if (!known) return undefined;
  const own = ownLimitsAt({ ...known, message_credits: credits }, now);
  const limited = limitText(own.limit, { kind, credits }, formatLocale(i18n));
  if (own.pausedUntil === null) return limited && { words: limited, link: <Trans>View limits</Trans> };
  const until = formatMoment(formatLocale(i18n), own.pausedUntil);
  return {
    words: (
      <>
        <Trans>Your spending break lasts until {until}.</Trans> {limited}
      </>
    ),
    link: <Trans>View break</Trans>,
  };
}

/** Text for a limit that `credits` would exceed, and when there is room again. */
function limitText(
  limit: OwnLimits['limit'],
  { kind, credits }: { kind: MessageKind; credits: number },
  locale: string,
): string | undefined {
  if (!limit) return undefined;
  const { period } = limit;
  const words = t`${select(kind, {
    photo: 'This photo',
    gift: 'This gift',
    other: 'Your next message',
  })} would take you over your limit of ${plural(limit.credits, {
    one: '# credit',
    other: '# credits',
  })}${select(period, { day: ' a day', week: ' a week', month: ' a month', other: '' })}.`;
  // More than the whole limit never fits.
  if (credits > limit.credits) return words;
  const until = formatMoment(locale, limit.until);
  return `${words} ${t`You can send again from ${until}.`}`;
}
