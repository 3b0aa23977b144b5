import { setTimeout as pause } from 'node:timers/promises';
import type { AccountRow, Leave, SessionRow } from './account.model.ts';
import type { AccountsContext, SessionEntry, SessionInfo } from './accounts-context.ts';
import { sealOf } from './one-time-token.ts';
import { endSessionOf } from './start-session.ts';

/**
 * How long a session goes on beside the one that takes its place while that one is not used: longer than a page waits for
 * an answer (60 s) and asks again.
 */
const GOES_ON_MS = 3 * 60_000;
/** What was sent under the old cookie before the new one came may still be on its way. */
const ON_ITS_WAY_MS = 1_500;

/** The era of an account or session; rows from before there were any are of the first. */
const eraOf = ({ era }: { era?: number }): number => era ?? 0;

/** Whether the account is ahead of a session: a new password or a deletion may have ended it. */
export function isAhead(account: AccountRow, session: Pick<SessionRow, 'era'>): boolean {
  return eraOf(account) > eraOf(session);
}

/**
 * Until when a session holds: for its days where it is of the account’s era, or as long as it has leave to outlive what began
 * it; undefined where it holds no more.
 */
export function heldUntil(
  account: AccountRow,
  session: Pick<SessionRow, 'era' | 'leaves' | 'expiresAt'>,
  now: number,
): number | undefined {
  if (eraOf(account) === eraOf(session)) return session.expiresAt;
  const leave = leaveOf(account, session, now);
  return leave && Math.min(leave.until, session.expiresAt);
}

function leaveOf(
  account: AccountRow,
  { leaves }: Pick<SessionRow, 'leaves'>,
  now: number,
): Leave | undefined {
  return leaves?.find(
    ({ seal, era, until }) => era === eraOf(account) && until > now && seal === sealOf(account),
  );
}

/** Leave under this password, in the era that began with it. */
export function leaveUnder(
  { clock }: Pick<AccountsContext, 'clock'>,
  account: Pick<AccountRow, 'passwordHash' | 'era'>,
): Leave {
  return { seal: sealOf(account), era: eraOf(account), until: clock.now() + GOES_ON_MS };
}

/**
 * Lets the session that is about to change the password go on afterwards, until the page has its new cookie: other tabs
 * know nothing of it yet, and the answer may be lost. Given before the change, so there is no moment between; without
 * effect should the change not come to be.
 */
export async function letGoOn(
  { collections, clock }: AccountsContext,
  { member, session }: SessionInfo,
  account: AccountRow,
  passwordHash: string,
): Promise<void> {
  const leave = leaveUnder({ clock }, { passwordHash, era: eraOf(account) + 1 });
  await collections.sessions.updateOne({ member, publicId: session }, { $push: { leaves: leave } });
}

/** Whether it was this session that set the password that stands, or the one that was begun with it. */
export async function hasChanged(
  { collections, clock }: AccountsContext,
  account: AccountRow,
  publicId: string,
): Promise<boolean> {
  const row = await collections.sessions.findOne({ member: account._id, publicId });
  return row !== null && leaveOf(account, row, clock.now()) !== undefined;
}

/**
 * A session that is used takes the place of the one it follows: its browser has the cookie. The one before ends a moment
 * later, and so do others that follow it and were never used, since their answers were lost. A crash leaves that to the
 * time for which the one before may go on.
 */
export function takePlace(context: AccountsContext, session: SessionEntry): void {
  const { follows } = session;
  if (follows === undefined) return;
  session.follows = undefined;
  endFollowed(context, session, follows).catch((error: unknown) =>
    context.logger.warn({ reason: String(error) }, 'old session not ended'),
  );
}

async function endFollowed(
  context: AccountsContext,
  { member, session: publicId }: SessionEntry,
  before: string,
): Promise<void> {
  const { sessions, exports } = context.collections;
  // An archive is for the browser that asked for it.
  await exports.updateOne({ _id: member, session: before }, { $set: { session: publicId } });
  await sessions.updateOne({ member, publicId }, { $unset: { follows: '' } });
  await pause(ON_ITS_WAY_MS, undefined, { ref: false });
  const over = await sessions
    .find({ member, $or: [{ publicId: before }, { follows: before }] }, { projection: { _id: 1 } })
    .toArray();
  for (const { _id } of over) await endSessionOf(context, _id);
}
