import type { Mongo } from '@heartline/platform';

/** Up to when a pass of the sweep has looked: of holds that were closed, of pushes that were asked about. */
interface Watermark {
  _id: 'holds' | 'pushes';
  at: number;
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
