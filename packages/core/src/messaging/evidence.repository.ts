import { DURABLE, insertOnce, type Mongo } from '@heartline/platform';
import type { ConversationRow } from './conversation.repository.ts';

/**
 * Words that were taken back. The other side may have seen them on a device without reading the conversation, and may
 * want to report them: they are kept for 30 days for that alone, and no member is shown them any more.
 */
export interface Evidence {
  /** The id of the row. */
  _id: string;
  sender: string;
  text: string;
  /** A date, since the engine forgets the row by it. */
  expiresAt: Date;
}

export const EVIDENCE = 'evidence';

const RETENTION_MS = 30 * 86_400_000;

const evidence = ({ connection }: Mongo) => connection.collection<Evidence>(EVIDENCE);

/** Keeps what a row says, before it is blanked. Safe to repeat. */
export async function keepEvidence(mongo: Mongo, row: ConversationRow, now: number): Promise<void> {
  const stored = {
    _id: row._id,
    sender: row.sender,
    text: row.text,
    expiresAt: new Date(now + RETENTION_MS),
  };
  await insertOnce(evidence(mongo), stored, { writeConcern: DURABLE });
}

/** The words kept of these rows. */
export async function evidenceOf(mongo: Mongo, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await evidence(mongo)
    .find({ _id: { $in: [...ids] } })
    .toArray();
  return new Map(rows.map((row) => [row._id, row.text]));
}

/** A member's account is erased: their words go here too. */
export async function eraseEvidence(mongo: Mongo, sender: string): Promise<void> {
  await evidence(mongo).deleteMany({ sender });
}
