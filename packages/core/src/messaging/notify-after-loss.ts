import { notifyMessages } from '@heartline/contracts';
import { runHaving, slicesOfTime } from '@heartline/platform';
import type { CoreDeps } from '../core-deps.ts';
import { LEDGER, type LedgerRow } from '../credits/index.ts';
import { findSent, type SendOf } from './close-hold.ts';
import { isVisible, type VisibleRow } from './conversation.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { type AnswerLogRow, OPERATOR_ANSWERS } from './operators/queue.repository.ts';
import { moveWatermark, watermarkOf } from './watermark.repository.ts';
import { readRows } from './with-quotes.ts';

const BATCH = 100;
/** Longest time for which the question about a message waits, also while a possibly lost device shows it. */
const WAITING_MS = 80_000;
const CLOCKS_APART_MS = 5_000;

/**
 * Repeats the push questions that Redis lost (F10). Settled holds and likes are not looked at again, so
 * nothing else would ask. Returns their number; never rejects, because credits must not wait for Redis.
 *
 * A key beside the queue names the run of Redis:
 *
 * - If the key is gone, so are the jobs.
 * - If the run changed, its last second may be lost.
 *
 * Then ask again about everything since the last healthy check, and as long before it as questions wait.
 * Asked twice, it pushes once.
 */
export async function notifyAfterLoss(
  context: MessagingContext,
  { redis, queues }: Pick<CoreDeps, 'redis' | 'queues'>,
): Promise<number> {
  const key = queues.queue(notifyMessages.queue).toKey('kept');
  const { mongo, logger, clock } = context;
  const now = clock.now();
  try {
    const run = await runHaving(redis, key);
    const isStored = (await redis.get(key)) === run;
    const wellAt = isStored ? undefined : await watermarkOf(mongo, 'pushes');
    const asked = wellAt === undefined ? 0 : await notifySince(context, wellAt - WAITING_MS);
    if (!isStored) await redis.set(key, run);
    await moveWatermark(mongo, 'pushes', now);
    if (asked > 0) logger.warn({ asked }, 'push jobs lost in Redis: enqueued again');
    return asked;
  } catch (error) {
    logger.warn({ reason: String(error) }, 'check for lost push jobs failed: retried later');
    return 0;
  }
}

/**
 * Asks again about every message that was paid for or answered by an operator, and every like, since this
 * time.
 */
async function notifySince(context: MessagingContext, since: number): Promise<number> {
  const { mongo, clock, followUp } = context;
  const ledger = mongo.connection.collection<LedgerRow>(LEDGER);
  const answers = mongo.connection.collection<AnswerLogRow>(OPERATOR_ANSWERS);
  // Clocks differ by seconds: a row may have a time in this process's future.
  const window = { from: since, until: clock.now() + CLOCKS_APART_MS, batch: BATCH };
  let asked = 0;
  const holds = slicesOfTime(window, (at, limit) =>
    ledger
      .find({ at, kind: 'hold' }, { batchSize: limit, limit })
      .project<SendOf>({ owner: 1, key: 1, hold: 1 })
      .toArray(),
  );
  for await (const some of holds) asked += await ask((await findSent(context, some)).rows);
  const answered = slicesOfTime(window, (at, limit) =>
    answers.find({ at }, { batchSize: limit, limit }).toArray(),
  );
  for await (const some of answered) {
    const ids = some.map(({ _id }) => _id);
    asked += await ask((await readRows(context, ids)).filter(isVisible));
  }
  return asked + (await context.askAboutLikes(window));

  async function ask(rows: readonly VisibleRow[]): Promise<number> {
    if (!(await followUp.ask(rows))) throw new Error('push job not enqueued: queue unavailable');
    return rows.length;
  }
}
