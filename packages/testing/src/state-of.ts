import { createHash } from 'node:crypto';
import type { Mongo } from '@heartline/platform';

/** What money, messages and everything that follows from them is kept in. */
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

/** Differ from run to run: when, by chance, how often it was tried, and hashes of ids. */
const PASSING = /^(at|.*At|secret|attempts|hash)$/;

/**
 * All that the stores hold about these members, one line a document, without times and with names in place of ids:
 * two runs that came to the same end give the same lines, whatever was delivered how often in between.
 * `names` maps every id that the run made (members, conversations, mails) to a word.
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

/** Whether something happened is state; when is not. */
function whether(value: unknown): string | null {
  return value === null || value === undefined ? null : 'set';
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
