/** A slice of time as a filter, in ms since 1970. */
export interface TimeSlice {
  $gte: number;
  $lt: number;
}

const FIRST_SPAN_MS = 200;
const LONGEST_SPAN_MS = 600_000;
/**
 * So many times what was hoped for is still taken; a slice with more is cut. Small, since a rush after quiet hours falls
 * into one long slice: thousands at once keep the engine from everybody else for as long as they take.
 */
const MOST_BATCHES = 2;
/** What was written in one millisecond is read whole. The driver asks for one more than a limit, which is 32 bits too. */
const NO_LIMIT = 2 ** 31 - 2;

/**
 * Documents by a time that has an index, `from` included and `until` not: slice by slice, each of them one answer of
 * `batch` documents, about. For a cursor's next page the embedded engine walks the whole window again, so reading one
 * window page by page would cost the square of what is in it. Slices grow where little was written and shrink where
 * much was. `read` hands over the documents of a slice, at most `limit`, in any order; empty slices are left out.
 */
export async function* slicesOfTime<Doc>(
  { from, until, batch }: { from: number; until: number; batch: number },
  read: (time: TimeSlice, limit: number) => Promise<Doc[]>,
): AsyncGenerator<Doc[]> {
  let span = FIRST_SPAN_MS;
  for (let start = from; start < until; ) {
    const end = Math.min(start + span, until);
    const limit = end - start === 1 ? NO_LIMIT : MOST_BATCHES * batch;
    const found = await read({ $gte: start, $lt: end }, limit);
    const fits = Math.round((span * batch) / Math.max(1, found.length));
    span = Math.min(Math.max(fits, 1), span * 4, LONGEST_SPAN_MS);
    if (found.length >= limit) continue;
    if (found.length > 0) yield found;
    start = end;
  }
}
