import type { User } from '@heartline/contracts';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { keys, queryClient } from '../../client/query.ts';
import { useMember } from '../../client/session.ts';
import { spendable } from '../../client/user-state.ts';
import type { Messages } from '../../live/apply/messages.ts';
import type { OutboxEntry } from './outbox/outbox-store.ts';
import { isPassed } from './outbox/refused-entry.ts';
import { baseOf } from './outbox/send-key.ts';
import { useOutboxEntries } from './outbox/use-outbox.ts';

/**
 * Credits the member can still spend, the same on every screen: waiting messages count as spent. `label` states both
 * for screen readers.
 */
export function useCreditsLeft(): { credits: number; label: string } {
  const { t } = useLingui();
  const me = useMember();
  const waiting = priceOfWaiting(useOutboxEntries(), me);
  const credits = Math.max(0, spendable(me) - waiting);
  const words = plural(credits, { one: '# credit left', other: '# credits left' });
  return {
    credits,
    label: waiting === 0 ? words : t`${words}, reserved for messages being sent: ${waiting}`,
  };
}

/**
 * Price of the waiting messages. A message already stored is paid: the same event brought the new balance in `me`, even
 * before the send is acknowledged. Messages behind a held one cost nothing yet, so their credits stay available to
 * other conversations.
 */
function priceOfWaiting(entries: readonly OutboxEntry[], me: User): number {
  const heldBack = new Set<string>();
  let sum = 0;
  for (const entry of entries) {
    if (isPassed(entry)) continue;
    if (entry.state !== 'waiting') heldBack.add(entry.conversation);
    else if (!heldBack.has(entry.conversation) && !isStored(entry, me.id)) sum += entry.credits;
  }
  return sum;
}

function isStored({ conversation, clientId }: OutboxEntry, me: string): boolean {
  const held = queryClient.getQueryData<Messages>(keys.messages(conversation));
  return (
    held?.messages.some((one) => one.sender === me && baseOf(one.clientId) === baseOf(clientId)) ?? false
  );
}
