import { DURABLE, insertOnce, type Mongo } from '@heartline/platform';
import type { ConversationRow } from './conversation.repository.ts';

/**
 * Text of a message that was taken back. The other side may have seen it on a device without opening the
 * conversation, and may report it. It is stored for 30 days for reports only; no member sees it.
 */
export interface Evidence {
  /** The id of the row. */
  _id: string;
  sender: string;
  text: string;
  /** A date, since the TTL index needs one. */
  expiresAt: Date;
}

export const EVIDENCE = 'evidence';

const RETENTION_MS = 30 * 86_400_000;

const evidence = ({ connection }: Mongo) => connection.collection<Evidence>(EVIDENCE);

/** Stores the text of a row before it is blanked. Safe to repeat. */
export async function keepEvidence(mongo: Mongo, row: ConversationRow, now: number): Promise<void> {
  const stored = {
    _id: row._id,
    sender: row.sender,
    text: row.text,
    expiresAt: new Date(now + RETENTION_MS),
  };
  await insertOnce(evidence(mongo), stored, { writeConcern: DURABLE });
}

/** The stored text of these rows. */
export async function evidenceOf(mongo: Mongo, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await evidence(mongo)
    .find({ _id: { $in: [...ids] } })
    .toArray();
  return new Map(rows.map((row) => [row._id, row.text]));
}

/** Deletes the evidence of an erased member. */
export async function eraseEvidence(mongo: Mongo, sender: string): Promise<void> {
  await evidence(mongo).deleteMany({ sender });
}
