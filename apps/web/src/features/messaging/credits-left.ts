import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { keys, queryClient } from '../../client/query.ts';
import { useMember } from '../../client/session.ts';
import type { Messages } from '../../live/apply/messages.ts';
import type { OutboxEntry } from './outbox/outbox-store.ts';
import { baseOf } from './outbox/send-key.ts';
import { useOutboxEntries } from './outbox/use-outbox.ts';

/**
 * What the member can still spend, the same wherever it is shown: what waits in the outbox is as good as spent.
 * `label` says both for screen readers.
 */
export function useCreditsLeft(): { credits: number; label: string } {
  const { t } = useLingui();
  const me = useMember();
  const waiting = priceOfWaiting(useOutboxEntries(), (entry) => isStored(entry, me.id));
  const credits = Math.max(0, me.credits - waiting);
  const words = plural(credits, { one: '# credit left', other: '# credits left' });
  return {
    credits,
    label: waiting === 0 ? words : t`${words}, reserved for messages on their way: ${waiting}`,
  };
}

/** What those that wait will take; the price of one that is stored is off the account already. */
export function priceOfWaiting(
  entries: readonly OutboxEntry[],
  isStoredAlready: (entry: OutboxEntry) => boolean,
): number {
  return entries
    .filter((entry) => entry.state === 'waiting' && !isStoredAlready(entry))
    .reduce((sum, entry) => sum + entry.credits, 0);
}

/** The message is here, only the answer to its sending is not; the account says so in the same moment. */
function isStored({ conversation, clientId }: OutboxEntry, me: string): boolean {
  const held = queryClient.getQueryData<Messages>(keys.messages(conversation));
  return (
    held?.messages.some((one) => one.sender === me && baseOf(one.clientId) === baseOf(clientId)) ?? false
  );
}
