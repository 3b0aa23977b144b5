import { SHIFT_MS } from '@heartline/contracts';
import { hashSecret, type Passwords, type ReadCache, takeOut } from '@heartline/platform';
import type { CoreDeps } from '../../core-deps.ts';
import type { AccountCollections } from '../account.model.ts';
import type { EndedSessions } from '../ended-sessions.ts';
import type { OperatorCollections, OperatorRow, OperatorSignInRow } from './operator.model.ts';

/** The fields of an operator's session that calls and sockets need. */
export interface OperatorSession {
  /** `<site>:<name>` */
  operator: string;
  name: string;
  site: string;
  /** The session's public id. */
  session: string;
  expiresAt: number;
}

/** Shared context of the use cases of operators' accounts. */
export interface OperatorsContext extends Pick<CoreDeps, 'clock' | 'ids' | 'publisher'> {
  collections: OperatorCollections;
  attempts: AccountCollections;
  passwords: Passwords;
  /** Valid sessions by the hash of their cookie; at most 2.5 s old. */
  sessions: ReadCache<OperatorSession>;
  ended: EndedSessions;
}

const MAX_DEVICES = 10;

/** Secrets stored by an operator's browser. They are random; the database holds their hashes. */
export interface OperatorSecrets {
  session: string;
  device: string;
  expiresAt: number;
}

/** Starts a session under a new secret, and ends the session that the browser had. */
export async function startOperatorSession(
  context: OperatorsContext,
  operator: OperatorRow,
  device: { name: string; secret?: string | undefined; replaces?: string | undefined },
): Promise<OperatorSecrets> {
  const { collections, clock, ids } = context;
  const now = clock.now();
  const secret = ids.secret();
  const known = device.secret !== undefined && operator.knownDevices.includes(hashSecret(device.secret));
  const deviceSecret = known && device.secret ? device.secret : ids.secret();
  const expiresAt = now + SHIFT_MS;
  await collections.sessions.insertOne({
    _id: hashSecret(secret),
    operator: operator._id,
    publicId: ids.documentId(),
    device: device.name,
    era: operator.era,
    createdAt: now,
    expiresAt,
    forgetAt: new Date(expiresAt),
  });
  if (!known) {
    await collections.operators.updateOne(
      { _id: operator._id },
      { $push: { knownDevices: { $each: [hashSecret(deviceSecret)], $slice: -MAX_DEVICES } } },
    );
  }
  if (device.replaces) await endOperatorSession(context, hashSecret(device.replaces));
  return { session: secret, device: deviceSecret, expiresAt };
}

/**
 * Ends one session everywhere: its row, the cache of this node, and its sockets on all nodes. Returns its
 * operator.
 */
export async function endOperatorSession(
  context: OperatorsContext,
  sessionHash: string,
): Promise<string | undefined> {
  const ended = await takeOut(context.collections.sessions, { _id: sessionHash });
  context.sessions.drop(sessionHash);
  if (!ended) return undefined;
  context.ended.add(ended.publicId);
  context.publisher.endSession(ended.publicId);
  return ended.operator;
}

/** Ends every session of an operator. */
export async function endOperatorSessions(context: OperatorsContext, operator: string): Promise<void> {
  const rows = await context.collections.sessions.find({ operator }, { projection: { _id: 1 } }).toArray();
  for (const { _id } of rows) await endOperatorSession(context, _id);
}

/**
 * The session of an operator's cookie. Cached for up to 2.5 s. This node refuses an ended session at once;
 * others do so on its event, or within 5 s if the event is lost.
 */
export async function authenticateOperator(
  context: OperatorsContext,
  secret: string,
): Promise<OperatorSession | undefined> {
  if (secret.length > 100) return undefined;
  const session = await context.sessions.get(hashSecret(secret));
  if (!session || session.expiresAt <= context.clock.now() || context.ended.has(session.session))
    return undefined;
  return session;
}

/** Reads sessions for the cache, if their operator is active and of the same era. */
export async function readOperatorSessions(
  collections: OperatorCollections,
  hashes: readonly string[],
): Promise<Map<string, OperatorSession>> {
  const rows = await collections.sessions.find({ _id: { $in: [...hashes] } }).toArray();
  const operators = await collections.operators
    .find({ _id: { $in: rows.map(({ operator }) => operator) } })
    .toArray();
  const byId = new Map(operators.map((operator) => [operator._id, operator]));
  return new Map(
    rows.flatMap(({ _id, operator, publicId, era, expiresAt }) => {
      const owner = byId.get(operator);
      if (owner?.state !== 'active' || owner.era !== era) return [];
      return [[_id, { operator, name: owner.name, site: owner.site, session: publicId, expiresAt }] as const];
    }),
  );
}

/** Stores a sign-in, a sign-out or a failed attempt; rows are never changed. */
export async function noteSignIn(
  { collections, clock, ids }: OperatorsContext,
  row: Pick<OperatorSignInRow, 'operator' | 'outcome' | 'device'>,
): Promise<void> {
  await collections.signIns.insertOne({ _id: ids.documentId(), ...row, at: clock.now() });
}
