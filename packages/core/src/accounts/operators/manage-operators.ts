import { insertOnce } from '@heartline/platform';
import { clearAttempts } from '../login-attempts.repository.ts';
import type { OperatorRow, OperatorSignInRow } from './operator.model.ts';
import { endOperatorSessions, type OperatorsContext } from './operator-sessions.ts';
import { operatorAttempt } from './sign-in-operator.ts';

/** An operator as the admin command prints one. */
export type ListedOperator = Pick<OperatorRow, 'site' | 'name' | 'state' | 'createdAt'> & {
  signedIn: boolean;
};

const NAME = /^[a-z0-9][a-z0-9._-]{1,31}$/;
const MOST_LISTED = 1_000;

/** A generated password: 144 random bits. */
function newPassword({ ids }: OperatorsContext): string {
  return ids.secret().slice(0, 24);
}

/**
 * Creates an account and returns its password, which is not stored. Undefined if the name is taken or
 * invalid.
 */
export async function addOperator(
  context: OperatorsContext,
  site: string,
  wanted: string,
): Promise<string | undefined> {
  const name = wanted.trim().toLowerCase();
  const _id = `${site}:${name}`;
  const { operators } = context.collections;
  if (!NAME.test(name) || (await operators.findOne({ _id }))) return undefined;
  const password = newPassword(context);
  const row: OperatorRow = {
    _id,
    site,
    name,
    passwordHash: await context.passwords.hash(password),
    state: 'active',
    era: 0,
    knownDevices: [],
    createdAt: context.clock.now(),
  };
  const existing = await insertOnce(operators, row);
  // Another call was first; or the row is ours and only the answer was lost.
  return existing && existing.passwordHash !== row.passwordHash ? undefined : password;
}

/**
 * Sets a new password, ends all earlier sessions and clears the count of wrong passwords. Reopens a disabled
 * operator.
 */
export async function resetOperator(
  context: OperatorsContext,
  site: string,
  wanted: string,
): Promise<string | undefined> {
  const name = wanted.trim().toLowerCase();
  const password = newPassword(context);
  const passwordHash = await context.passwords.hash(password);
  const _id = `${site}:${name}`;
  const changed = await context.collections.operators.updateOne(
    { _id },
    { $set: { passwordHash, state: 'active', knownDevices: [] }, $inc: { era: 1 } },
  );
  if (changed.matchedCount === 0) return undefined;
  await endOperatorSessions(context, _id);
  await clearAttempts(context.attempts, operatorAttempt(site, name));
  return password;
}

/**
 * Disables an operator on all nodes within seconds. Returns the operator's id; undefined if there is none.
 */
export async function disableOperator(
  context: OperatorsContext,
  site: string,
  name: string,
): Promise<string | undefined> {
  const _id = `${site}:${name.trim().toLowerCase()}`;
  const changed = await context.collections.operators.updateOne(
    { _id },
    { $set: { state: 'disabled' }, $inc: { era: 1 } },
  );
  if (changed.matchedCount === 0) return undefined;
  await endOperatorSessions(context, _id);
  return _id;
}

/** The operators of a site, or of all, by name. */
export async function listOperators(
  { collections, clock }: OperatorsContext,
  site: string | undefined,
): Promise<ListedOperator[]> {
  const rows = await collections.operators
    .find(site ? { site } : {})
    .limit(MOST_LISTED)
    .toArray();
  const sessions = await collections.sessions
    .find({ expiresAt: { $gt: clock.now() } }, { projection: { operator: 1 } })
    .toArray();
  const signedIn = new Set(sessions.map(({ operator }) => operator));
  return rows
    .map(({ _id, site: of, name, state, createdAt }) => ({
      site: of,
      name,
      state,
      createdAt,
      signedIn: signedIn.has(_id),
    }))
    .sort((a, b) => a.site.localeCompare(b.site) || a.name.localeCompare(b.name));
}

/**
 * The latest sign-ins, sign-outs and failed attempts since a time, newest first; optionally of one operator.
 */
export async function listSignIns(
  { collections }: OperatorsContext,
  { since, limit, operator }: { since: number; limit: number; operator?: string | undefined },
): Promise<OperatorSignInRow[]> {
  const filter = { at: { $gte: since }, ...(operator && { operator }) };
  const rows = await collections.signIns.find(filter).sort({ _id: -1 }).limit(limit).toArray();
  return rows.sort((a, b) => b.at - a.at);
}
