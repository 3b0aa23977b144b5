/** A slice of time as a filter, in ms since 1970. */
export interface TimeSlice {
  $gte: number;
  $lt: number;
}

/** Documents to read: from one time (inclusive) to another (exclusive), about `batch` in a slice. */
interface TimeSpan {
  from: number;
  until: number;
  batch: number;
  longestMs?: number;
}

const FIRST_SPAN_MS = 200;
const LONGEST_SPAN_MS = 600_000;
/**
 * A slice may hold this many times `batch`; a slice with more is split. Small, because a rush after quiet hours falls
 * into one long slice. Thousands of documents in one read would block the database for everybody else.
 */
const MOST_BATCHES = 2;
/** Documents of one millisecond are read together. The driver adds one to a limit, which is also a 32-bit number. */
const NO_LIMIT = 2 ** 31 - 2;

/**
 * Yields documents by an indexed time, from `from` (inclusive) to `until` (exclusive), in slices of about `batch`
 * documents. Slices avoid cursor pages: for each page FerretDB scans the whole window again, so the cost would be
 * quadratic.
 *
 * - Slices grow where little was written, up to `longestMs` (default 10 minutes), and shrink where much was.
 * - `read` returns the documents of a slice, at most `limit`, in any order.
 * - Empty slices are skipped.
 */
export async function* slicesOfTime<Doc>(
  { from, until, batch, longestMs = LONGEST_SPAN_MS }: TimeSpan,
  read: (time: TimeSlice, limit: number) => Promise<Doc[]>,
): AsyncGenerator<Doc[]> {
  let span = FIRST_SPAN_MS;
  for (let start = from; start < until; ) {
    const end = Math.min(start + span, until);
    const limit = end - start === 1 ? NO_LIMIT : MOST_BATCHES * batch;
    const found = await read({ $gte: start, $lt: end }, limit);
    const fits = Math.round((span * batch) / Math.max(1, found.length));
    span = Math.min(Math.max(fits, 1), span * 4, longestMs);
    if (found.length >= limit) continue;
    if (found.length > 0) yield found;
    start = end;
  }
}
