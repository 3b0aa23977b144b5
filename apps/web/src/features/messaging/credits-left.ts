import type { User } from '@heartline/contracts';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { keys, queryClient } from '../../client/query.ts';
import { useMember } from '../../client/session.ts';
import type { Messages } from '../../live/apply/messages.ts';
import type { OutboxEntry } from './outbox/outbox-store.ts';
import { isPassed } from './outbox/refused-entry.ts';
import { baseOf } from './outbox/send-key.ts';
import { useOutboxEntries } from './outbox/use-outbox.ts';

/**
 * What the member can still spend, the same wherever it is shown: what waits in the outbox is as good as spent.
 * `label` says both for screen readers.
 */
export function useCreditsLeft(): { credits: number; label: string } {
  const { t } = useLingui();
  const me = useMember();
  const waiting = priceOfWaiting(useOutboxEntries(), me);
  const credits = Math.max(0, me.credits - waiting);
  const words = plural(credits, { one: '# credit left', other: '# credits left' });
  return {
    credits,
    label: waiting === 0 ? words : t`${words}, reserved for messages on their way: ${waiting}`,
  };
}

/**
 * What those that wait will take. The price of one whose message is here already, only the answer to its sending not, is
 * off the account: it was with the same event, so `me` is new then too. What waits behind one that is held takes nothing
 * before that one goes: until then its credits are there for somebody else.
 */
function priceOfWaiting(entries: readonly OutboxEntry[], me: User): number {
  const keptBack = new Set<string>();
  let sum = 0;
  for (const entry of entries) {
    if (isPassed(entry)) continue;
    if (entry.state !== 'waiting') keptBack.add(entry.conversation);
    else if (!keptBack.has(entry.conversation) && !isStored(entry, me.id)) sum += entry.credits;
  }
  return sum;
}

function isStored({ conversation, clientId }: OutboxEntry, me: string): boolean {
  const held = queryClient.getQueryData<Messages>(keys.messages(conversation));
  return (
    held?.messages.some((one) => one.sender === me && baseOf(one.clientId) === baseOf(clientId)) ?? false
  );
}
