import { setTimeout as pause } from 'node:timers/promises';
import type { AccountRow, Leave, SessionRow } from './account.model.ts';
import type { AccountsContext, SessionEntry, SessionInfo } from './accounts-context.ts';
import { sealOf } from './one-time-token.ts';
import { endSessionOf } from './start-session.ts';

/**
 * Time for which a session stays valid beside its unused successor. Longer than a page waits for an answer
 * (60 s) before it retries.
 */
const GOES_ON_MS = 3 * 60_000;
/** Requests sent with the old cookie may still be in transit. */
const ON_ITS_WAY_MS = 1_500;

/** The era of an account or session. Rows without one belong to the first era. */
const eraOf = ({ era }: { era?: number }): number => era ?? 0;

/** True if the account is of a later era: a new password or a deletion may have ended the session. */
export function isAhead(account: AccountRow, session: Pick<SessionRow, 'era'>): boolean {
  return eraOf(account) > eraOf(session);
}

/**
 * Until when a session is valid; undefined if it is not. In the era of the account it keeps its full
 * lifetime. In an earlier era it is valid as long as its leave allows.
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

/** The session's leave for this password, in the era that began with it. */
export function leaveUnder(
  { clock }: Pick<AccountsContext, 'clock'>,
  account: Pick<AccountRow, 'passwordHash' | 'era'>,
): Leave {
  return { seal: sealOf(account), era: eraOf(account), until: clock.now() + GOES_ON_MS };
}

/**
 * Lets the session that is about to change the password outlive the change until the page has its new cookie.
 * Other tabs still use the old cookie, and the answer may be lost. Written before the change, so there is no
 * gap; without effect if the change fails.
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

/** True if this session set the current password, or is the successor of the one that did. */
export async function hasChanged(
  { collections, clock }: AccountsContext,
  account: AccountRow,
  publicId: string,
): Promise<boolean> {
  const row = await collections.sessions.findOne({ member: account._id, publicId });
  return row !== null && leaveOf(account, row, clock.now()) !== undefined;
}

/**
 * Called on the first use of a session that follows another: its browser has the new cookie. Ends the
 * predecessor a moment later, and other unused successors, whose answers were lost. After a crash the
 * predecessor ends when its leave expires.
 */
export function takePlace(context: AccountsContext, session: SessionEntry): void {
  const { follows } = session;
  if (follows === undefined) return;
  session.follows = undefined;
  endFollowed(context, session, follows).catch((error: unknown) =>
    context.logger.warn({ reason: String(error) }, 'predecessor session not ended'),
  );
}

async function endFollowed(
  context: AccountsContext,
  { member, session: publicId }: SessionEntry,
  before: string,
): Promise<void> {
  const { sessions, exports } = context.collections;
  // An archive belongs to the browser that asked for it.
  await exports.updateOne({ _id: member, session: before }, { $set: { session: publicId } });
  await sessions.updateOne({ member, publicId }, { $unset: { follows: '' } });
  await pause(ON_ITS_WAY_MS, undefined, { ref: false });
  const over = await sessions
    .find({ member, $or: [{ publicId: before }, { follows: before }] }, { projection: { _id: 1 } })
    .toArray();
  for (const { _id } of over) await endSessionOf(context, _id);
}
