import type { LedgerKind, StatementEntry } from '@heartline/contracts';
import { Anchor } from '@heartline/ui';
import { plural, select } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Coins, Gift, Hourglass, Image, MessageCircle, Scale, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatLocale } from '../../client/language.ts';
import { useFictionalLabel } from '../../people/fictional-label.ts';
import { formatMoment } from '../../people/moment.ts';
import { formatMoney } from '../../people/money.ts';

const ICONS: Record<LedgerKind, typeof Coins> = {
  grant: Gift,
  purchase: Coins,
  hold: MessageCircle,
  void: Undo2,
  return: Undo2,
  refund: Undo2,
  chargeback: Undo2,
  adjust: Scale,
  limit: Hourglass,
  place: Undo2,
};

/** Icons of messages that are more than text. */
const SENT_ICONS: Readonly<Record<string, typeof Coins>> = { photo: Image, gift: Gift };

/** Reasons of credits that came back because a bank changed its mind. */
const BY_BANK: ReadonlySet<string> = new Set(['dispute_won', 'debit_paid']);

/** The icon of a statement entry. */
export function EntryIcon({ entry: { kind, reason } }: { entry: StatementEntry }) {
  const Icon = (kind === 'hold' && SENT_ICONS[reason]) || ICONS[kind];
  return <Icon aria-hidden />;
}

/** The texts of a statement entry: what it is, for whom and when, in the language of the page. */
export function useEntryText() {
  const { t, i18n } = useLingui();
  const fictional = useFictionalLabel();
  const time = new Intl.DateTimeFormat(formatLocale(i18n), { timeStyle: 'short' });
  /** The reason why credits came back automatically; `what` names what they had paid for. */
  const whyReturned = (reason: string, what: string, name: string | undefined): string => {
    switch (reason) {
      case 'unsent':
      case 'recalled':
        return t`You took ${select(what, { photo: 'the photo', gift: 'the gift', other: 'the message' })} back before it was read`;
      case 'blocked':
        return t`Blocked before ${select(what, { photo: 'the photo', gift: 'the gift', other: 'the message' })} arrived`;
      case 'recipient_deleted':
        return t`The account was deleted before ${select(what, { photo: 'the photo', gift: 'the gift', other: 'the message' })} arrived`;
      case 'recipient_suspended':
        return t`The account was suspended before ${select(what, { photo: 'the photo', gift: 'the gift', other: 'the message' })} arrived`;
      case 'removed_as_fake':
        return t`The profile was removed as fake`;
      case 'operator':
        return t`Returned by customer service`;
      case 'refund_failed':
        return t`The refund did not go through`;
      case 'dispute_won':
        return t`Your bank gave the payment back`;
      case 'debit_paid':
        return t`Your bank paid the debit after all`;
      default:
        return name
          ? t`Your credits for ${select(what, { photo: 'the photo', gift: 'the gift', other: 'the message' })} to ${name} were returned`
          : '';
    }
  };
  /** The reason why a conversation no longer counts: what happened to the other member. */
  const whyFreed = (reason: string): string => {
    if (reason === 'recipient_deleted') return t`The account was deleted`;
    return reason === 'recipient_suspended'
      ? t`The account was suspended`
      : whyReturned(reason, '', undefined);
  };
  /** The reason of an entry, if its title does not say it; an operator's own text unchanged. */
  const why = ({ kind, reason, profile, of }: StatementEntry): string => {
    const what = of?.reason ?? '';
    const name = profile?.name;
    if (kind === 'return') return whyReturned(reason, what, name);
    if (kind === 'void' && name)
      return t`${select(what, { photo: 'Photo', gift: 'Gift', other: 'Message' })} to ${name} was not delivered`;
    if (kind === 'place') return whyFreed(reason);
    return kind === 'adjust' ? reason : '';
  };
  /** Identifies the returned entry: one person may have many. */
  const whatCameBack = (reason: string, when: string): string => {
    if (reason === 'refund_failed') return t`For the refund of ${when}`;
    return BY_BANK.has(reason) ? t`Taken back on ${when}` : t`For what you sent on ${when}`;
  };
  /** Credits owed: those that a bank took back after they were spent, and those that a purchase repays. */
  const debtText = (debt: number): string => {
    if (debt > 0) return plural(debt, { one: '# credit is owed now', other: '# credits are owed now' });
    const repaid = -debt;
    return debt < 0
      ? plural(repaid, { one: '# credit owed was repaid', other: '# credits owed were repaid' })
      : '';
  };
  /** The money value of a message's bought credits, at the price of their pack. */
  const worthText = (worth: StatementEntry['worth']): string[] =>
    worth.map(({ cents, currency }) => {
      const amount = formatMoney(formatLocale(i18n), Math.abs(cents), currency);
      return cents < 0 ? t`worth ${amount}` : t`${amount} refunded`;
    });
  const takenText = (reason: string): string =>
    reason === 'debit_returned' ? t`Direct debit returned` : t`Reversed by your bank`;
  const ownLimits = ({ reason }: StatementEntry): string =>
    reason === 'pause' ? t`You changed your spending break` : t`You changed your spending limit`;
  return {
    title: (entry: StatementEntry): ReactNode => {
      // A purchase repays first what is owed.
      const credits = entry.credits - entry.debt;
      switch (entry.kind) {
        case 'hold':
          return <Message entry={entry} />;
        case 'grant':
          return entry.reason === 'signup' ? t`Welcome gift` : t`A gift from us`;
        case 'purchase':
          return plural(credits, { one: '# credit bought', other: '# credits bought' });
        case 'void':
        case 'return':
          return <GivenBack entry={entry} />;
        case 'refund':
          return t`Refunded`;
        case 'chargeback':
          return takenText(entry.reason);
        case 'adjust':
          return t`Corrected by customer service`;
        case 'limit':
          return ownLimits(entry);
        case 'place':
          return <NotCounted entry={entry} />;
      }
    },
    detail: (entry: StatementEntry): string => {
      const { state, money, worth, profile, debt } = entry;
      const words = [time.format(entry.at)];
      // Shown here, where nothing is cut off: a long name takes the whole line above.
      if (profile?.fictional) words.push(fictional);
      // Only holds have these states.
      if (state === 'held') words.push(t`Reserved until it’s delivered`);
      if (state === 'returned') words.push(t`Not delivered`);
      words.push(why(entry));
      if (entry.of) words.push(whatCameBack(entry.reason, formatMoment(formatLocale(i18n), entry.of.at)));
      words.push(debtText(debt));
      if (money) words.push(formatMoney(formatLocale(i18n), money.cents, money.currency));
      return [...words, ...worthText(worth)].filter(Boolean).join(' · ');
    },
  };
}

/** The item and its recipient. Links to the message, or to its conversation if it was never delivered. */
function Message({ entry }: { entry: StatementEntry }) {
  const { t } = useLingui();
  // An erased member has neither a name nor a page.
  if (!entry.profile?.name) return { photo: t`Photo`, gift: t`Gift` }[entry.reason] ?? t`Message`;
  const link = <PersonLink entry={entry} moment={entry.state === 'returned' ? '' : `?at=${entry.at}`} />;
  if (entry.reason === 'photo') return <Trans>Photo to {link}</Trans>;
  if (entry.reason === 'gift') return <Trans>Gift to {link}</Trans>;
  return <Trans>Message to {link}</Trans>;
}

/** Returned credits and the recipient of what they had paid for; a failed refund has none. */
function GivenBack({ entry }: { entry: StatementEntry }) {
  const { t } = useLingui();
  if (!entry.profile?.name) return t`Returned`;
  // A message that was never delivered has no place in the conversation.
  const moment = entry.kind === 'return' && entry.of ? `?at=${entry.of.at}` : '';
  return (
    <>
      {t`Returned`} · <PersonLink entry={entry} moment={moment} />
    </>
  );
}

/** A conversation that no longer counts towards a free member's limit. */
function NotCounted({ entry }: { entry: StatementEntry }) {
  const { t } = useLingui();
  if (!entry.profile?.name) return t`A conversation no longer counts as started`;
  const link = <PersonLink entry={entry} />;
  return <Trans>The conversation with {link} no longer counts as started</Trans>;
}

/** The other person of an entry, with a link to the conversation, at a `moment` of it if given. */
function PersonLink({
  entry: { conversation, profile },
  moment = '',
}: {
  entry: StatementEntry;
  moment?: string;
}) {
  const href = conversation ? `/chats/${conversation}${moment}` : `/members/${profile?.id}`;
  return (
    <Anchor href={href} className="rounded-sm hover:underline">
      <bdi>{profile?.name}</bdi>
    </Anchor>
  );
}
