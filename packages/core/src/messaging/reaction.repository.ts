import type { Reaction } from '@heartline/contracts';
import { type Mongo, rowId, under } from '@heartline/platform';

/**
 * The reaction of one member to one message, stored beside the conversation, whose rows never change. After
 * removal the document stays without an emoji. Its `rev` keeps growing, so the newest state wins in whatever
 * order events arrive.
 */
export interface ReactionDoc {
  /** `<conversation>:<row, ten digits>:<member>`: a page of messages is a range. */
  _id: string;
  member: string;
  emoji: string | null;
  rev: number;
  at: number;
}

const REACTIONS = 'reactions';

const reactions = (mongo: Mongo) => mongo.connection.collection<ReactionDoc>(REACTIONS);

/** Writes a member's reaction to a row in one write; returns the new document. */
export async function writeReaction(
  mongo: Mongo,
  where: { conversation: string; seq: number; member: string },
  change: { emoji: string | null; at: number },
): Promise<ReactionDoc> {
  const { conversation, seq, member } = where;
  const doc = await reactions(mongo).findOneAndUpdate(
    { _id: `${rowId(conversation, seq)}:${member}` },
    { $set: change, $inc: { rev: 1 }, $setOnInsert: { member } },
    { upsert: true, returnDocument: 'after' },
  );
  if (!doc) throw new Error('reaction upsert returned no document');
  return doc;
}

/** The reactions to rows `from`…`to`, by row. */
export async function reactionsOf(
  mongo: Mongo,
  conversation: string,
  from: number,
  to: number,
): Promise<Map<number, Reaction[]>> {
  const docs = await reactions(mongo)
    .find({ _id: { $gte: `${rowId(conversation, from)}:`, $lt: `${rowId(conversation, to)};` } })
    .toArray();
  const bySeq = new Map<number, Reaction[]>();
  for (const doc of docs) {
    const seq = Number(doc._id.split(':')[1]);
    bySeq.set(seq, [...(bySeq.get(seq) ?? []), presentReaction(doc)]);
  }
  return bySeq;
}

/** A reaction as it leaves the server. */
export function presentReaction({ member, emoji, rev }: ReactionDoc): Reaction {
  return { member, emoji, rev };
}

/** Deletes the reactions to a message that is gone. */
export async function dropReactions(mongo: Mongo, conversation: string, seq: number): Promise<void> {
  await reactions(mongo).deleteMany({ _id: under(rowId(conversation, seq)) });
}

/** Deletes one member's reactions in one conversation, when the account is erased. */
export async function eraseReactions(mongo: Mongo, conversation: string, member: string): Promise<void> {
  await reactions(mongo).deleteMany({ _id: under(conversation), member });
}
