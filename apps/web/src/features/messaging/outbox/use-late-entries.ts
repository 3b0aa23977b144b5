import { useEffect, useState } from 'react';
import { useIsLive } from '../../../live/connection.ts';
import type { OutboxEntry } from './outbox-store.ts';
import { useOutboxEntries } from './use-outbox.ts';

/** Messages sent within this time never show as waiting. */
const LATE_MS = 3_000;
const NOTHING: readonly OutboxEntry[] = [];

/**
 * All entries of the outbox once they wait for the network, credits or the member; none while they are just being sent.
 */
export function useLateEntries(): readonly OutboxEntry[] {
  const entries = useOutboxEntries();
  const isLive = useIsLive();
  const oldest = entries[0]?.key;
  const [late, setLate] = useState<string>();
  useEffect(() => {
    if (!oldest) return;
    const timer = setTimeout(() => setLate(oldest), LATE_MS);
    return () => clearTimeout(timer);
  }, [oldest]);
  const isWaiting = !isLive || late === oldest || entries.some(({ state }) => state !== 'waiting');
  return isWaiting ? entries : NOTHING;
}
