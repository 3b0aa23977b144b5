import { buildExport, CONSTANTS, type DataExport, ok, type Result } from '@heartline/contracts';
import type { ExportRow } from './account.model.ts';
import type { AccountsContext, SessionInfo } from './accounts-context.ts';
import { confirmPassword } from './confirm-password.ts';

/** Asked again this soon in the same browser, the archive that is under way or done is the answer. */
const SAME_MS = 10 * 60_000;

/** An archive that may be fetched: its file, and how long it still may. */
export interface ExportFile {
  key: string;
  sizeBytes: number;
}

/**
 * Asks for an archive of everything kept about the member. One at a time: a newer one takes the place of the one
 * before, whose file goes. The job is a hint; a lost one shows as failed and may be asked for again.
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
  // Another device may have asked since, and its archive be written: what goes is what this one takes the place of.
  const replaced = await collections.exports.findOneAndReplace({ _id: row._id }, row, { upsert: true });
  if (replaced) await archives.remove(replaced.key);
  await queues.enqueue(
    buildExport,
    { member: row._id, key: row.key },
    { jobId: `export-${row.key}`, attempts: 3 },
  );
  return ok({ export: present(row, now) });
}

/** The archive this session asked for, while there is one. */
export async function getExport(context: AccountsContext, caller: SessionInfo): Promise<DataExport | null> {
  const now = context.clock.now();
  const row = await context.collections.exports.findOne({ _id: caller.member, session: caller.session });
  return row && !isOver(row, now) ? present(row, now) : null;
}

/** The file of the finished archive, for the session that asked for it and nobody else, until its day is over. */
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

/** Nothing was heard of it for this long: the job was lost. */
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
