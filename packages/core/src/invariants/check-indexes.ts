import { LEDGER } from '../credits/index.ts';
import { MESSAGES } from '../messaging/index.ts';
import type { Audit } from './audit.ts';
import type { Violation } from './violation.ts';

/** Where one row for each key of a chain is not a habit of ours but a promise of the engine. */
const APPEND_LOGS = [
  [MESSAGES, 'M2'],
  [LEDGER, 'C9'],
] as const;

/** M2, C9: the unique index that lets each key stand once in its chain is there. */
export async function* checkIndexes({ mongo }: Audit): AsyncGenerator<Violation> {
  for (const [collection, invariant] of APPEND_LOGS) {
    const indexes = await mongo.connection
      .collection(collection)
      .indexes()
      .catch(() => []);
    const stands = indexes.some(({ unique, key }) => unique && Object.keys(key).join() === 'owner,key');
    if (!stands) yield { invariant, subject: collection, detail: 'the unique index of its keys is missing' };
  }
}
