import { createHash } from 'node:crypto';
import type { Mongo } from '@heartline/platform';

/** Collections of money, messages and everything that follows from them. */
const COLLECTIONS = [
  'ledger',
  'settlements',
  'messages',
  'inbox',
  'likes',
  'matches',
  'notifications',
  'bonuses',
  'mails',
];

/** Fields that differ from run to run: times, random values, numbers of tries, and hashes of ids. */
const PASSING = /^(at|.*At|secret|attempts|hash)$/;

/**
 * All stored data of these members, one line a document, without times and with names instead of ids. Two runs with
 * the same result give the same lines, for any number of repeated deliveries. `names` maps every id of the run
 * (members, conversations, mails) to a word.
 */
export async function stateOf(mongo: Mongo, names: ReadonlyMap<string, string>): Promise<string[]> {
  const lines: string[] = [];
  for (const collection of COLLECTIONS) {
    for await (const document of mongo.connection.collection(collection).find({})) {
      const text = JSON.stringify(document, (key, value: unknown) =>
        PASSING.test(key) ? whether(value) : inOrder(value),
      );
      const named = [...names].reduce((line, [id, name]) => line.replaceAll(id, name), text);
      if (named !== text) lines.push(`${collection} ${named}`);
    }
  }
  return lines.sort();
}

/** The same as one short text. */
export async function stateHash(mongo: Mongo, names: ReadonlyMap<string, string>): Promise<string> {
  const lines = await stateOf(mongo, names);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Replaces a time by whether it is set. */
function whether(value: unknown): string | null {
  return value === null || value === undefined ? null : 'set';
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
