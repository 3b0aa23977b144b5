import { useMember } from '../../../client/session.ts';
import { baseOf } from '../outbox/outbox.ts';
import { useOutboxEntries } from '../outbox/use-outbox.ts';

/** Credits that nothing on its way will use; `sentKeys`: own messages that are stored, so their price is off already. */
export function useFreeCredits(sentKeys: ReadonlySet<string>): number {
  const { credits } = useMember();
  const entries = useOutboxEntries();
  const spoken = entries
    .filter((entry) => entry.state === 'waiting' && !sentKeys.has(baseOf(entry.clientId)))
    .reduce((sum, entry) => sum + entry.credits, 0);
  return Math.max(0, credits - spoken);
}
