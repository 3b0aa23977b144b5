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
/** So long the question about a message waits at least, also where a device that may be lost has it in front. */
const WAITING_MS = 80_000;
const CLOCKS_APART_MS = 5_000;

/**
 * Redis may forget everything, and with it the questions whether messages and likes need a push (F10). Holds that are
 * settled are not looked at again, nor are likes, so nobody would ask. Beside the queue lies a key with the name of the run
 * of Redis: where it is gone, so are the jobs, and another run may have lost its last second; then whatever was written
 * since this was known to be well, and so much before it as questions wait, is asked about once more. Asked twice, it
 * pushes once. Answers how many were; never rejects, for credits must not wait for Redis.
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
    if (asked > 0) logger.warn({ asked }, 'Redis forgot its jobs: pushes are asked about again');
    return asked;
  } catch (error) {
    logger.warn({ reason: String(error) }, 'whether Redis lost its jobs is asked again later');
    return 0;
  }
}

/** Asks again about every message that was paid for or answered by an operator, and every like, at this time or later. */
async function notifySince(context: MessagingContext, since: number): Promise<number> {
  const { mongo, clock, followUp } = context;
  const ledger = mongo.connection.collection<LedgerRow>(LEDGER);
  const answers = mongo.connection.collection<AnswerLogRow>(OPERATOR_ANSWERS);
  // Clocks differ by seconds: a row may bear a time that is still to come here.
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
    if (!(await followUp.ask(rows))) throw new Error('the queue is away');
    return rows.length;
  }
}
