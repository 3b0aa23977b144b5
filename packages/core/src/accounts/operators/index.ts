import { createReadCache, hashSecret, type Passwords } from '@heartline/platform';
import type { CoreDeps } from '../../core-deps.ts';
import type { IndexSpec } from '../../index-spec.ts';
import type { AccountCollections } from '../account.model.ts';
import type { EndedSessions } from '../ended-sessions.ts';
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

/** Accounts and sessions of the people who answer for fictional profiles; nothing of it is for members. */
export function createOperators(
  deps: Pick<CoreDeps, 'mongo' | 'clock' | 'ids' | 'publisher'>,
  shared: { attempts: AccountCollections; passwords: Passwords; ended: EndedSessions },
) {
  const collections = operatorCollections(deps.mongo);
  const context: OperatorsContext = {
    ...deps,
    ...shared,
    collections,
    sessions: createReadCache({ ttlMs: SESSION_CACHE_MS, max: 5_000, now: deps.clock.now }, (hashes) =>
      readOperatorSessions(collections, hashes),
    ),
  };
  return {
    add: (site: string, name: string) => addOperator(context, site, name),
    reset: (site: string, name: string) => resetOperator(context, site, name),
    disable: (site: string, name: string) => disableOperator(context, site, name),
    list: (site?: string) => listOperators(context, site),
    signIns: (limit: number) => listSignIns(context, limit),
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
