import type { Mongo } from '@heartline/platform';

/** A hold that could not be closed, by its ledger row and the time it was made. */
export interface StuckHold {
  id: string;
  at: number;
}

/** Up to when a pass of the sweep has looked: of holds that were closed, of pushes that were asked about. */
interface Watermark {
  _id: 'holds' | 'pushes';
  at: number;
  /** Holds of before the mark that are still to be closed. */
  stuck?: StuckHold[];
}

const watermarks = ({ connection }: Mongo) => connection.collection<Watermark>('watermarks');

/** Unix ms; undefined before the first pass. */
export async function watermarkOf(mongo: Mongo, id: Watermark['_id']): Promise<number | undefined> {
  return (await watermarks(mongo).findOne({ _id: id }))?.at;
}

/** Moves a mark on, never back. */
export async function moveWatermark(mongo: Mongo, id: Watermark['_id'], at: number): Promise<void> {
  await watermarks(mongo).updateOne({ _id: id }, { $max: { at } }, { upsert: true });
}

/** The mark of the holds, and which of before it are still to be closed. */
export async function markOfHolds(mongo: Mongo): Promise<{ at: number | undefined; stuck: StuckHold[] }> {
  const { at, stuck = [] } = (await watermarks(mongo).findOne({ _id: 'holds' })) ?? {};
  return { at, stuck };
}

/** Moves the mark of the holds on and names those it leaves behind, in one write: none is ever on neither side. */
export async function leaveBehind(mongo: Mongo, at: number, stuck: readonly StuckHold[]): Promise<void> {
  const left = { $max: { at }, $addToSet: { stuck: { $each: [...stuck] } } };
  await watermarks(mongo).updateOne({ _id: 'holds' }, left, { upsert: true });
}

/** These were closed after all. */
export async function dropStuck(mongo: Mongo, ids: readonly string[]): Promise<void> {
  await watermarks(mongo).updateOne({ _id: 'holds' }, { $pull: { stuck: { id: { $in: [...ids] } } } });
}
