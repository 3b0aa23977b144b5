import type { LedgerKind, StatementEntry } from '@heartline/contracts';
import { Anchor } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Coins, Gift, MessageCircle, Scale, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
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
};

/** The picture of what a line of the statement is. */
export function EntryIcon({ kind }: { kind: LedgerKind }) {
  const Icon = ICONS[kind];
  return <Icon aria-hidden />;
}

/** Says what a line of the statement is, for whom and when, in the language of the page. */
export function useEntryWords() {
  const { t, i18n } = useLingui();
  const time = new Intl.DateTimeFormat(i18n.locale, { timeStyle: 'short' });
  return {
    title: (entry: StatementEntry): ReactNode => {
      const { credits, profile } = entry;
      switch (entry.kind) {
        case 'hold':
          return profile ? <Message profile={profile} /> : t`Message`;
        case 'grant':
          return entry.reason === 'signup' ? t`Welcome to you` : t`A gift from us`;
        case 'purchase':
          return plural(credits, { one: '# credit bought', other: '# credits bought' });
        case 'void':
        case 'return':
          return t`Given back`;
        case 'refund':
          return t`Refunded`;
        case 'chargeback':
          return t`Taken back by your bank`;
        case 'adjust':
          return t`Corrected by customer service`;
      }
    },
    detail: (entry: StatementEntry): string => {
      const { kind, state, money, profile } = entry;
      const name = profile?.name;
      const words = [time.format(entry.at)];
      if (kind === 'hold' && state === 'held') words.push(t`Reserved until it has arrived`);
      if (kind === 'hold' && state === 'returned') words.push(t`Not delivered`);
      if (kind === 'void' && name) words.push(t`Message to ${name} was not delivered`);
      if (kind === 'return' && name) words.push(t`Message to ${name} was paid back`);
      if (kind === 'adjust') words.push(entry.reason);
      if (money) words.push(formatMoney(i18n.locale, money.cents, money.currency));
      return words.join(' · ');
    },
  };
}

function Message({ profile }: { profile: { id: string; name: string } }) {
  const { name } = profile;
  return (
    <Trans>
      Message to{' '}
      <Anchor href={`/members/${profile.id}`} className="rounded-sm hover:underline">
        <bdi>{name}</bdi>
      </Anchor>
    </Trans>
  );
}
