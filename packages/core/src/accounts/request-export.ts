import { buildExport, CONSTANTS, type DataExport, ok, type Result } from '@heartline/contracts';
import type { ExportRow } from './account.model.ts';
import type { AccountsContext, SessionInfo } from './accounts-context.ts';
import { confirmPassword } from './confirm-password.ts';

/** A repeated request from the same browser within this time returns the running or finished archive. */
const SAME_MS = 10 * 60_000;

/** A downloadable archive: its file, and how long it stays available. */
export interface ExportFile {
  key: string;
  sizeBytes: number;
}

/**
 * Requests an archive of all data about the member. A newer request replaces the older archive and its file.
 * If the job is lost, the archive shows as failed and the member may request it again.
 */
export async function startExport(
  context: AccountsContext,
  caller: SessionInfo,
  password: string,
): Promise<Result<{ export: DataExport }>> {
  const confirmed = await confirmPassword(context, caller.member, password, 'PASSWORD_WRONG');
  if (!confirmed.ok) return confirmed;
  const { collections, clock, ids, queues, archives } = context;
  const now = clock.now();
  const existing = await collections.exports.findOne({ _id: caller.member });
  const isSame = existing?.session === caller.session && now - existing.askedAt < SAME_MS;
  if (existing && isSame && existing.state !== 'failed') return ok({ export: present(existing, now) });
  const row: ExportRow = {
    _id: caller.member,
    key: ids.secret(),
    session: caller.session,
    state: 'building',
    progress: 0,
    askedAt: now,
    expiresAt: null,
    sizeBytes: null,
  };
  // Another device may have requested and finished an archive since: remove the file of the replaced row.
  const replaced = await collections.exports.findOneAndReplace({ _id: row._id }, row, { upsert: true });
  if (replaced) await archives.remove(replaced.key);
  await queues.enqueue(
    buildExport,
    { member: row._id, key: row.key },
    { jobId: `export-${row.key}`, attempts: 3 },
  );
  return ok({ export: present(row, now) });
}

/** The archive that this session asked for, if it exists. */
export async function getExport(context: AccountsContext, caller: SessionInfo): Promise<DataExport | null> {
  const now = context.clock.now();
  const row = await context.collections.exports.findOne({ _id: caller.member, session: caller.session });
  return row && !isOver(row, now) ? present(row, now) : null;
}

/** The file of the finished archive, only for the session that asked for it, until it expires. */
export async function findExportFile(
  context: AccountsContext,
  caller: SessionInfo,
): Promise<ExportFile | undefined> {
  const row = await context.collections.exports.findOne({ _id: caller.member, session: caller.session });
  if (row?.state !== 'ready' || isOver(row, context.clock.now())) return undefined;
  return { key: row.key, sizeBytes: row.sizeBytes ?? 0 };
}

function isOver({ expiresAt }: ExportRow, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Without progress for this long the job counts as lost. */
const LOST_MS = CONSTANTS.exportHours * 3_600_000;

function present(row: ExportRow, now: number): DataExport {
  const isLost = row.state === 'building' && now - row.askedAt > LOST_MS;
  return {
    state: isLost ? 'failed' : row.state,
    progress: row.progress,
    askedAt: row.askedAt,
    expiresAt: row.expiresAt,
    sizeBytes: row.sizeBytes,
  };
}
