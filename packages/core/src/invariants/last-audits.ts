import type { Mongo } from '@heartline/platform';
import type { Violation } from './violation.ts';

/** The hourly check of recent rows, or the one of all rows. */
export type AuditReach = 'recent' | 'whole';

/** Findings of the last check of this reach, and its end in Unix ms. */
export interface LastAudit {
  _id: AuditReach;
  at: number;
  found: { invariant: Violation['invariant']; count: number }[];
}

const audits = ({ connection }: Mongo) => connection.collection<LastAudit>('audits');

/** Stored in the database: all workers report the same result, whichever ran it, also after a restart. */
export async function noteAudit(
  mongo: Mongo,
  { reach, at, found }: { reach: AuditReach; at: number; found: readonly Violation[] },
): Promise<void> {
  const counts = Map.groupBy(found, ({ invariant }) => invariant);
  const row = { at, found: [...counts].map(([invariant, some]) => ({ invariant, count: some.length })) };
  await audits(mongo).updateOne({ _id: reach }, { $set: row }, { upsert: true });
}

/** The last check of each reach; none for one that has not ended yet. */
export async function lastAudits(mongo: Mongo): Promise<LastAudit[]> {
  return audits(mongo).find().toArray();
}
