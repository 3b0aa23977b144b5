import type { Mongo } from '@heartline/platform';
import type { Violation } from './violation.ts';

/** The hourly audit of what was written lately, or the one of everything stored. */
export type AuditReach = 'recent' | 'whole';

/** What the last audit of this reach found, and when it ended, in Unix ms. */
export interface LastAudit {
  _id: AuditReach;
  at: number;
  found: { invariant: Violation['invariant']; count: number }[];
}

const audits = ({ connection }: Mongo) => connection.collection<LastAudit>('audits');

/** Kept in the store: whichever worker ran it, all tell the same, also after a restart. */
export async function noteAudit(
  mongo: Mongo,
  { reach, at, found }: { reach: AuditReach; at: number; found: readonly Violation[] },
): Promise<void> {
  const counts = Map.groupBy(found, ({ invariant }) => invariant);
  const row = { at, found: [...counts].map(([invariant, some]) => ({ invariant, count: some.length })) };
  await audits(mongo).updateOne({ _id: reach }, { $set: row }, { upsert: true });
}

/** The last audit of each reach; none of one that has not ended yet. */
export async function lastAudits(mongo: Mongo): Promise<LastAudit[]> {
  return audits(mongo).find().toArray();
}
