import { hashSecret } from '@heartline/platform';
import type { AccountRow, SessionRow } from './account.model.ts';
import type { AccountsContext, SessionEntry, SessionInfo } from './accounts-context.ts';
import { heldUntil, isAhead, takePlace } from './go-on.ts';
import { noteSeen } from './note-seen.ts';

/** Minimum time between two updates of `seenAt` in a session: exact enough for “active today”, and cheap. */
const SEEN_EVERY_MS = 5 * 60_000;

/**
 * The session of a cookie. Caches sessions for up to 3 s and accounts for up to 5 s. This node refuses an
 * ended session at once; others do so on its event, or within 5 s if the event is lost.
 */
export async function authenticateSession(
  context: AccountsContext,
  secret: string,
): Promise<SessionInfo | undefined> {
  if (secret.length > 100) return undefined;
  const hash = hashSecret(secret);
  const session = await context.sessions.get(hash);
  const now = context.clock.now();
  if (!session || session.expiresAt <= now) return undefined;
  const status = await accountFor(context, session, hash);
  if (!status || context.ended.has(session.session)) return undefined;
  if (now - session.seenAt >= SEEN_EVERY_MS) {
    session.seenAt = now;
    noteSeen(context, session.member, now, hash);
  }
  takePlace(context, session);
  const { member, session: publicId, site } = session;
  return { member, session: publicId, site, ...status };
}

/**
 * The account of a session and the session's expiry; undefined if the session belongs to another era and may
 * not outlive it.
 *
 * - A session newer than the cached account, or without one, may have begun on another node: read the account
 *   again.
 * - A session older than the account may have just received a leave: read the session again.
 */
async function accountFor(
  context: AccountsContext,
  session: SessionEntry,
  hash: string,
): Promise<Pick<SessionInfo, 'status' | 'until'> | undefined> {
  const now = context.clock.now();
  const account = await context.accounts.get(session.member);
  const status = statusOf(account, session, now);
  if (status) return status;
  if (account && isAhead(account, session)) {
    context.sessions.drop(hash);
    return statusOf(account, await context.sessions.get(hash), now);
  }
  context.accounts.drop(session.member);
  return statusOf(await context.accounts.get(session.member), session, now);
}

function statusOf(
  account: AccountRow | undefined,
  session: SessionEntry | undefined,
  now: number,
): Pick<SessionInfo, 'status' | 'until'> | undefined {
  const until = account && session && heldUntil(account, session, now);
  return account && until !== undefined ? { status: account.status, until } : undefined;
}

/** Reads sessions for the cache. */
export async function readSessions(
  collections: AccountsContext['collections'],
  hashes: readonly string[],
): Promise<Map<string, SessionEntry>> {
  const rows: SessionRow[] = await collections.sessions
    .find({ _id: { $in: [...hashes] } }, { batchSize: hashes.length + 1 })
    .toArray();
  return new Map(
    rows.map(({ _id, member, site, publicId, seenAt, expiresAt, era, leaves, follows }) => [
      _id,
      {
        member,
        site,
        session: publicId,
        seenAt,
        expiresAt,
        era: era ?? 0,
        follows,
        ...(leaves && { leaves }),
      },
    ]),
  );
}
