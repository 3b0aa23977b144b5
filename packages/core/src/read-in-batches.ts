import { type Mongo, slicesOfTime } from '@heartline/platform';

/** Documents in one read: enough to make round trips cheap, few enough for any memory. */
const BATCH = 1_000;

/** Common input of the checks. Reads are bounded, in order of `_id` or of an index, never one per row. */
export interface Source {
  mongo: Pick<Mongo, 'connection'>;
  batch?: number;
}

/**
 * Reads a collection, or the part that an indexed filter selects, in order of `_id` by ranges, so that no
 * cursor stays open for hours. The next batch is read while one is processed. Without `fields`, whole
 * documents.
 */
export async function* everyDocument<Doc extends { _id: string }>(
  { mongo: { connection }, batch = BATCH, filter = {} }: Source & { filter?: object },
  collection: string,
  fields?: readonly (keyof Doc & string)[],
): AsyncGenerator<Doc[]> {
  const projection = fields ? projectionOf(fields) : {};
  const read = (after: string): Promise<Doc[]> => {
    const found = connection
      .collection<Doc>(collection)
      .find({ ...filter, _id: { $gt: after } } as never, { projection })
      .sort({ _id: 1 })
      .limit(batch)
      .toArray() as Promise<Doc[]>;
    // A caller that stops early does not wait for the running read.
    found.catch(() => undefined);
    return found;
  };
  for (let next = read(''); ; ) {
    const documents = await next;
    const last = documents.at(-1);
    const isLast = documents.length < batch || !last;
    if (!isLast) next = read(last._id);
    if (documents.length > 0) yield documents;
    if (isLast) return;
  }
}

/** Documents that an indexed filter selects, in batches and no particular order. */
export async function* chosenDocuments<Doc extends { _id: string }>(
  { mongo: { connection }, batch = BATCH }: Source,
  collection: string,
  filter: object,
  fields: readonly (keyof Doc & string)[],
): AsyncGenerator<Doc[]> {
  const cursor = connection
    .collection<Doc>(collection)
    .find(filter as never, { projection: projectionOf(fields), batchSize: batch });
  let documents: Doc[] = [];
  for await (const document of cursor) {
    documents.push(document as Doc);
    if (documents.length < batch) continue;
    yield documents;
    documents = [];
  }
  if (documents.length > 0) yield documents;
}

/** Documents of the window by creation time (`at`, indexed), `until` excluded; with `whole`, all of them. */
export function inWindow<Doc extends { _id: string }>(
  source: Source & { from: number; until: number; whole?: boolean | undefined },
  collection: string,
  fields: readonly (keyof Doc & string)[],
): AsyncGenerator<Doc[]> {
  const { mongo, from, until, whole, batch = BATCH } = source;
  if (whole) return everyDocument<Doc>(source, collection, fields);
  const documents = mongo.connection.collection<Doc>(collection);
  const projection = projectionOf(fields);
  return slicesOfTime({ from, until, batch }, async (at, limit) => {
    const found = await documents.find({ at } as never, { projection, batchSize: limit, limit }).toArray();
    return found as Doc[];
  });
}

/** The documents of these ids, by id. */
export async function documentsOf<Doc extends { _id: string }>(
  { mongo: { connection } }: Source,
  collection: string,
  ids: readonly string[],
  fields: readonly (keyof Doc & string)[],
): Promise<Map<string, Doc>> {
  if (ids.length === 0) return new Map();
  const found = (await connection
    .collection<Doc>(collection)
    .find({ _id: { $in: [...new Set(ids)] } } as never, { projection: projectionOf(fields) })
    .toArray()) as Doc[];
  return new Map(found.map((document) => [document._id, document]));
}

/** The fields of a log row that name its place and its key. */
export interface Existing {
  _id: string;
  owner: string;
  n: number;
  key: string;
  kind: string;
}

/** The rows under these keys of their logs, by `<owner> <key>`: one seek in the unique index for each. */
export async function existingUnder<Row extends Existing = Existing>(
  { mongo: { connection } }: Source,
  collection: string,
  pairs: readonly (readonly [owner: string, key: string])[],
  more: readonly (keyof Row & string)[] = [],
): Promise<Map<string, Row>> {
  if (pairs.length === 0) return new Map();
  const keysOf = Map.groupBy(pairs, ([owner]) => owner);
  const rows = await connection
    .collection(collection)
    .find<Row>(
      { $or: [...keysOf].map(([owner, some]) => ({ owner, key: { $in: some.map(([, key]) => key) } })) },
      { projection: projectionOf(['owner', 'n', 'key', 'kind', ...more]) },
    )
    .toArray();
  return new Map(rows.map((row) => [`${row.owner} ${row.key}`, row]));
}

function projectionOf(fields: readonly string[]): Record<string, 1> {
  return Object.fromEntries(['_id', ...fields].map((field) => [field, 1]));
}
