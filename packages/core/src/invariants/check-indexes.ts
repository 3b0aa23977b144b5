import { LEDGER } from '../credits/index.ts';
import { MESSAGES } from '../messaging/index.ts';
import type { Audit } from './audit.ts';
import type { Violation } from './violation.ts';

/** Logs in which the database itself guarantees one row per key. */
const APPEND_LOGS = [
  [MESSAGES, 'M2'],
  [LEDGER, 'C9'],
] as const;

/** M2, C9: the unique index that allows each key once per log exists. */
export async function* checkIndexes({ mongo }: Audit): AsyncGenerator<Violation> {
  for (const [collection, invariant] of APPEND_LOGS) {
    const indexes = await mongo.connection
      .collection(collection)
      .indexes()
      .catch(() => []);
    const exists = indexes.some(({ unique, key }) => unique && Object.keys(key).join() === 'owner,key');
    if (!exists) yield { invariant, subject: collection, detail: 'the unique index of its keys is missing' };
  }
}
