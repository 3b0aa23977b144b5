import type { Mongo } from '@heartline/platform';

/** A hold that could not be closed, by its ledger row and its time. */
export interface StuckHold {
  id: string;
  at: number;
}

/** Time up to which a sweep has finished: closing holds, or asking about pushes. */
interface Watermark {
  _id: 'holds' | 'pushes';
  at: number;
  /** Holds before the mark that are still open. */
  stuck?: StuckHold[];
}

const watermarks = ({ connection }: Mongo) => connection.collection<Watermark>('watermarks');

/** Unix ms; undefined before the first pass. */
export async function watermarkOf(mongo: Mongo, id: Watermark['_id']): Promise<number | undefined> {
  return (await watermarks(mongo).findOne({ _id: id }))?.at;
}

/** Moves a mark forward, never back. */
export async function moveWatermark(mongo: Mongo, id: Watermark['_id'], at: number): Promise<void> {
  await watermarks(mongo).updateOne({ _id: id }, { $max: { at } }, { upsert: true });
}

/** The mark of the holds, and the open holds before it. */
export async function markOfHolds(mongo: Mongo): Promise<{ at: number | undefined; stuck: StuckHold[] }> {
  const { at, stuck = [] } = (await watermarks(mongo).findOne({ _id: 'holds' })) ?? {};
  return { at, stuck };
}

/**
 * Moves the mark of the holds and stores the open ones before it in one write, so that none is lost between
 * the two.
 */
export async function leaveBehind(mongo: Mongo, at: number, stuck: readonly StuckHold[]): Promise<void> {
  const left = { $max: { at }, $addToSet: { stuck: { $each: [...stuck] } } };
  await watermarks(mongo).updateOne({ _id: 'holds' }, left, { upsert: true });
}

/** Removes these from the stuck holds after they were closed. */
export async function dropStuck(mongo: Mongo, ids: readonly string[]): Promise<void> {
  await watermarks(mongo).updateOne({ _id: 'holds' }, { $pull: { stuck: { id: { $in: [...ids] } } } });
}
