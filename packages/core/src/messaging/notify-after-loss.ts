import { notifyMessages } from '@heartline/contracts';
import { runHaving } from '@heartline/platform';
import type { CoreDeps } from '../core-deps.ts';
import { LEDGER, type LedgerRow } from '../credits/index.ts';
import { isVisible, messageKey } from './conversation.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { sweptUntil } from './sweep-holds.ts';

const BATCH = 50;

/**
 * Redis may forget everything, and with it the questions whether messages need a push (F10). Holds that are settled are
 * not looked at again, so nobody would ask. Beside the queue lies a key with the name of the run of Redis: where it
 * is gone, so are the jobs, and another run may have lost its last second; then whatever was sent since the sweep before
 * is asked about once more. Asked twice, it pushes once. Answers how many were; never
 * rejects, for credits must not wait for Redis.
 */
export async function notifyAfterLoss(
  context: MessagingContext,
  { redis, queues }: Pick<CoreDeps, 'redis' | 'queues'>,
): Promise<number> {
  const key = queues.queue(notifyMessages.queue).toKey('kept');
  try {
    const run = await runHaving(redis, key);
    if ((await redis.get(key)) === run) return 0;
    const swept = await sweptUntil(context);
    const asked = swept === undefined ? 0 : await notifySince(context, swept);
    await redis.set(key, run);
    if (asked > 0) context.logger.warn({ asked }, 'Redis forgot its jobs: pushes are asked about again');
    return asked;
  } catch (error) {
    context.logger.warn({ reason: String(error) }, 'whether Redis lost its jobs is asked again later');
    return 0;
  }
}

/** Asks again about every message whose hold is of this time or later. */
async function notifySince(context: MessagingContext, since: number): Promise<number> {
  const holds = await context.mongo.connection
    .collection<LedgerRow>(LEDGER)
    // In one answer, mostly: a cursor's next page makes the engine walk the window again.
    .find({ at: { $gte: since }, kind: 'hold' }, { batchSize: 10_000 })
    .project<Pick<LedgerRow, 'owner' | 'key' | 'hold'>>({ owner: 1, key: 1, hold: 1 })
    .toArray();
  let asked = 0;
  for (let first = 0; first < holds.length; first += BATCH) {
    const rows = await Promise.all(
      holds.slice(first, first + BATCH).map(({ owner, key, hold }) => {
        const clientId = key.slice('hold:'.length);
        return context.conversations.find(hold?.conversation ?? '', messageKey(owner, clientId));
      }),
    );
    for (const row of rows) {
      if (!row || !isVisible(row)) continue;
      context.followUp.add({
        notify: { recipient: row.recipient, conversation: row.owner, seq: row.n },
      });
      asked += 1;
    }
  }
  return asked;
}
