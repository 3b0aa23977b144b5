import { createReadCache, hashSecret, type Mongo } from '@heartline/platform';
import type { IndexSpec } from '../../index-spec.ts';
import type { AccountsContext } from '../accounts-context.ts';
import {
  addOperator,
  disableOperator,
  listOperators,
  listSignIns,
  resetOperator,
} from './manage-operators.ts';
import { operatorCollections } from './operator.model.ts';
import {
  authenticateOperator,
  endOperatorSession,
  noteSignIn,
  type OperatorsContext,
  readOperatorSessions,
} from './operator-sessions.ts';
import { signInOperator } from './sign-in-operator.ts';

export type { OperatorSession } from './operator-sessions.ts';

export const operatorIndexes: readonly IndexSpec[] = [
  { collection: 'operatorSessions', key: { operator: 1 } },
  { collection: 'operatorSessions', key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
];

const SESSION_CACHE_MS = 2_500;

/** Accounts and sessions of the operators who answer for fictional profiles. Members have no access to it. */
export function createOperators(
  accounts: Pick<AccountsContext, 'clock' | 'ids' | 'publisher' | 'passwords' | 'ended' | 'collections'>,
  mongo: Mongo,
) {
  const { clock, ids, publisher, passwords, ended } = accounts;
  const collections = operatorCollections(mongo);
  const context: OperatorsContext = {
    clock,
    ids,
    publisher,
    passwords,
    ended,
    attempts: accounts.collections,
    collections,
    sessions: createReadCache(
      { ttlMs: SESSION_CACHE_MS, max: 5_000, now: clock.now, onlyFound: true },
      (hashes) => readOperatorSessions(collections, hashes),
    ),
  };
  return {
    add: (site: string, name: string) => addOperator(context, site, name),
    reset: (site: string, name: string) => resetOperator(context, site, name),
    disable: (site: string, name: string) => disableOperator(context, site, name),
    list: (site?: string) => listOperators(context, site),
    signIns: (wanted: Parameters<typeof listSignIns>[1]) => listSignIns(context, wanted),
    signIn: (
      input: { name: string; password: string },
      site: string,
      device: Parameters<typeof signInOperator>[3],
    ) => signInOperator(context, input, site, device),
    authenticate: (secret: string) => authenticateOperator(context, secret),
    /** Ends the session of this cookie. */
    async signOut(secret: string, device: string): Promise<void> {
      const operator = await endOperatorSession(context, hashSecret(secret));
      if (operator) await noteSignIn(context, { operator, outcome: 'out', device });
    },
  };
}
