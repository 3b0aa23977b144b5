/** A process that writes to a collection. `start` is the demo of `npm start`. */
export type Writer = 'gateway' | 'worker' | 'admin' | 'start';

/** The hand-written part of a collection's row. Markdown, for a cell of a table. */
export interface CollectionEntry {
  /** The meaning of one document. */
  holds: string;
  /** The parts of `_id`. */
  key: string;
  writers: readonly Writer[];
  /** Time until a document is deleted. Says “TTL” exactly if an index of the collection has one. */
  retention: string;
}

export const ERASED = 'until the member is erased';
export const FOR_EVER = 'for ever';
