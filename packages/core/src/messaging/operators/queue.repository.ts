import { LEASE_MS, QUEUE_PAGE } from '@heartline/contracts';
import { insertOnce, type Mongo } from '@heartline/platform';
import { everyDocument } from '../../read-in-batches.ts';

/**
 * One conversation of a member with a fictional profile, as the operators of its site see it. All but the
 * lease is derived from the conversation; an older row never replaces the state of a newer one (`lastSeq`,
 * `waiting`, `since`).
 *
 *     free ──take (number + 1)──→ leased ──claim──→ answering ──row stored──→ leased
 *      ↑──── released or expired ───┘                   │ crash: the next taker or the sweep ends the claim
 *
 * Two operators never answer at once, however slow a process or a network is:
 *
 * - Only the holder of the newest number may claim, while the lease runs.
 * - Only a claim leads to a row.
 * - An abandoned claim is ended by a row under its own key before the next operator gets the conversation.
 */
export interface QueueDoc {
  /** The conversation. */
  _id: string;
  site: string;
  profile: string;
  member: string;
  lastSeq: number;
  waiting: boolean;
  /** Time of the first unanswered message; null while none waits. */
  since: number | null;
  /** Number of the last lease. It only grows. */
  number: number;
  lease: { operator: string; name: string; until: number } | null;
  /** Number of messages the member took back; absent if none. It only grows. */
  takenBack?: number;
  /** The answer in progress, by its key. */
  claim: { key: string; operator: string; at: number } | null;
}

/** A given answer in the log. `_id` is that of the row; inserted once, its facts never change. */
export interface AnswerLogRow {
  _id: string;
  operator: string;
  site: string;
  profile: string;
  conversation: string;
  seq: number;
  at: number;
  /** No queue took the push question: the sweep asks it. */
  unasked?: true;
}

/** An operator's note about a member, for colleagues. `_id` is derived from the operator and their key. */
export interface NoteRow {
  _id: string;
  site: string;
  member: string;
  operator: string;
  name: string;
  text: string;
  at: number;
}

/** Replies saved for a fictional profile, oldest first; shared by all operators of its site. `_id` is the profile. */
export interface SavedRepliesRow {
  _id: string;
  site: string;
  /** `id` is derived from the operator and their key. */
  replies: { id: string; text: string }[];
}

/** Read marks of an operator. `_id` is the operator. */
export interface OperatorMarksRow {
  _id: string;
  /** Time of the newest list of reports they saw; it only grows. */
  reportsReadAt: number;
}

export const OPERATOR_QUEUE = 'operatorQueue';
export const OPERATOR_ANSWERS = 'operatorAnswers';
export const OPERATOR_NOTES = 'operatorNotes';
export const OPERATOR_REPLIES = 'operatorReplies';
export const OPERATOR_MARKS = 'operatorMarks';

/** The fields of a member's message to a fictional profile that the queue needs. */
export interface Asked {
  conversation: string;
  site: string;
  profile: string;
  member: string;
  seq: number;
  at: number;
}

/** A lease: the conversation, its operator and its number. */
export interface Held {
  conversation: string;
  operator: string;
  number: number;
}

/** More rounds than can be lost: each loses only against one concurrent writer. */
const MAX_ROUNDS = 10;

/** The queue of every site. Each change is one conditional write. */
export function createOperatorQueue(mongo: Pick<Mongo, 'connection'>) {
  const queue = queueCollection(mongo);
  return {
    ...waitingIn(queue),
    ...leasesIn(queue),
    ...claimsIn(queue),
    ...listsOf(queue),
    ...allOf(mongo),
  };
}

type Queue = ReturnType<typeof queueCollection>;

function queueCollection({ connection }: Pick<Mongo, 'connection'>) {
  return connection.collection<QueueDoc>(OPERATOR_QUEUE);
}

/** Writes of the waiting state. */
function waitingIn(queue: Queue) {
  return {
    find: async (conversation: string) => (await queue.findOne({ _id: conversation })) ?? undefined,

    /**
     * A member wrote: the conversation waits since its first unanswered message. Safe to repeat; false if it
     * was answered since.
     */
    async noteAsked(asked: Asked): Promise<boolean> {
      const { conversation: _id, seq, at, site, profile, member } = asked;
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const older = { _id, lastSeq: { $lt: seq } };
        const still = await queue.updateOne({ ...older, waiting: true }, { $set: { lastSeq: seq } });
        if (still.matchedCount > 0) return true;
        const again = { lastSeq: seq, waiting: true, since: at };
        const anew = await queue.updateOne({ ...older, waiting: false }, { $set: again });
        if (anew.matchedCount > 0) return true;
        const later = await queue.findOne({ _id, lastSeq: { $gte: seq } });
        if (later) return later.waiting;
        const first = { _id, site, profile, member, ...again, number: 0, lease: null, claim: null };
        if (!(await insertOnce(queue, first))) return true;
      }
      throw new Error(`conversation ${_id} not added to the operator queue`);
    },

    /**
     * An answer was stored at `seq`: everything before it is answered, except messages `since` the operator
     * looked. False if that row or a later one was noted before.
     */
    async noteAnswered(conversation: string, seq: number, since: number | null): Promise<boolean> {
      const noted = await queue.updateOne(
        { _id: conversation, lastSeq: { $lt: seq } },
        { $set: { lastSeq: seq, waiting: since !== null, since } },
      );
      return noted.matchedCount === 1;
    },

    /** The member took a message back; returns the new queue row if there is one. */
    async noteTakenBack(conversation: string): Promise<QueueDoc | undefined> {
      const noted = await queue.findOneAndUpdate(
        { _id: conversation },
        { $inc: { takenBack: 1 } },
        { returnDocument: 'after' },
      );
      return noted ?? undefined;
    },

    /** Sets the state read from the conversation up to row `seq`. */
    async correct(conversation: string, seq: number, since: number | null): Promise<void> {
      await queue.updateOne(
        { _id: conversation, lastSeq: { $lte: seq } },
        { $set: { lastSeq: seq, waiting: since !== null, since } },
      );
    },
  };
}

/** Leases: one holder per conversation. */
function leasesIn(queue: Queue) {
  return {
    /** Gives the next lease, unless another one runs or an answer is in progress; returns the new row. */
    async take(
      conversation: string,
      operator: { id: string; name: string },
      now: number,
    ): Promise<QueueDoc | undefined> {
      const lease = { operator: operator.id, name: operator.name, until: now + LEASE_MS };
      const taken = await queue.findOneAndUpdate(
        {
          _id: conversation,
          claim: null,
          $or: [{ lease: null }, { 'lease.until': { $lte: now } }, { 'lease.operator': operator.id }],
        },
        { $set: { lease }, $inc: { number: 1 } },
        { returnDocument: 'after' },
      );
      return taken ?? undefined;
    },

    /**
     * Extends a running lease to its full time from now; returns its end, or undefined if it has ended or
     * belongs to another operator.
     */
    async renew(held: Held, now: number): Promise<number | undefined> {
      const until = now + LEASE_MS;
      const renewed = await queue.updateOne(running(held, now), { $set: { 'lease.until': until } });
      return renewed.matchedCount === 1 ? until : undefined;
    },

    /** Ends a lease; does nothing if it is not the running one. */
    async release(held: Held): Promise<boolean> {
      const { conversation: _id, operator, number } = held;
      const released = await queue.updateOne(
        { _id, number, 'lease.operator': operator },
        { $set: { lease: null } },
      );
      return released.matchedCount === 1;
    },

    /**
     * Ends any lease of a conversation that does not wait; an answer in progress continues. True if there was
     * one.
     */
    async endUnwaited(conversation: string): Promise<boolean> {
      const ended = await queue.updateOne(
        { _id: conversation, waiting: false, claim: null, lease: { $ne: null } },
        { $set: { lease: null } },
      );
      return ended.matchedCount === 1;
    },
  };
}

/** Answers in progress. */
function claimsIn(queue: Queue) {
  return {
    /**
     * Begins an answer under a running lease and extends the lease. Fails if more messages were taken back
     * than the operator saw. A repeat with the same key continues.
     */
    async claim(
      held: Held,
      { key, takenBack }: { key: string; takenBack: number | undefined },
      now: number,
    ): Promise<QueueDoc | undefined> {
      const seen = takenBack === undefined ? {} : { takenBack: takenBack || { $exists: false } };
      const claimed = await queue.findOneAndUpdate(
        { ...running(held, now), $or: [{ claim: null, ...seen }, { 'claim.key': key }] },
        { $set: { claim: { key, operator: held.operator, at: now }, 'lease.until': now + LEASE_MS } },
        { returnDocument: 'after' },
      );
      return claimed ?? undefined;
    },

    /** Ends the claim of the answer with this key. */
    async endClaim(conversation: string, key: string): Promise<void> {
      await queue.updateOne({ _id: conversation, 'claim.key': key }, { $set: { claim: null } });
    },

    /** Answers that began before `at` and are unfinished. */
    claimedBefore: (at: number): Promise<QueueDoc[]> =>
      queue
        .find({ 'claim.at': { $lt: at } })
        .limit(500)
        .toArray(),
  };
}

/** Reads of the queue. */
function listsOf(queue: Queue) {
  return {
    /** The waiting conversations of a site, longest first: one page. */
    oldestAt: (site: string): Promise<QueueDoc[]> =>
      queue.find({ waiting: true, site }).sort({ since: 1 }).limit(QUEUE_PAGE).toArray(),

    /** Number of waiting conversations of a site, at most `most`. */
    countAt: (site: string, most: number): Promise<number> =>
      queue.countDocuments({ waiting: true, site }, { limit: most }),

    /** The conversation that waits longest, of each site: one seek per site. */
    async *longestOfEach(): AsyncGenerator<Pick<QueueDoc, 'site' | 'since'>> {
      const after = (site: string) =>
        queue.find({ waiting: true, site: { $gt: site } }, { projection: { site: 1, since: 1 } });
      for (let site = ''; ; ) {
        const [longest] = await after(site).sort({ site: 1, since: 1 }).limit(1).toArray();
        if (!longest) return;
        yield longest;
        site = longest.site;
      }
    },

    async forget(member: string): Promise<void> {
      await queue.deleteMany({ member });
    },
  };
}

/** Small enough to process at the same time. */
const BATCH = 100;

/** All rows of a kind, in batches. */
function allOf(mongo: Pick<Mongo, 'connection'>) {
  const batches = (filter: object) =>
    everyDocument<QueueDoc>({ mongo, batch: BATCH, filter }, OPERATOR_QUEUE);
  return {
    /** The leases of an operator. */
    heldBy: (operator: string) => batches({ 'lease.operator': operator }),

    /** All conversations with one member or one fictional profile. */
    async *of(person: string): AsyncGenerator<QueueDoc[]> {
      yield* batches({ member: person });
      yield* batches({ profile: person });
    },
  };
}

export type OperatorQueue = ReturnType<typeof createOperatorQueue>;

function running({ conversation: _id, operator, number }: Held, now: number) {
  return { _id, number, 'lease.operator': operator, 'lease.until': { $gt: now } };
}
