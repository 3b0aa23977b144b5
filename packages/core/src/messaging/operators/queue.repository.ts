import { LEASE_MS, QUEUE_PAGE } from '@heartline/contracts';
import { insertOnce, type Mongo } from '@heartline/platform';
import { everyDocument } from '../../read-in-batches.ts';

/**
 * One conversation of a member with a fictional profile, as the operators of its site work on it. Derived from the
 * conversation (`lastSeq`, `waiting`, `since`: newer rows never give way to older ones), but for the lease:
 *
 *   free ──take (number + 1)──→ leased ──claim──→ answering ──the row stands──→ leased
 *    ↑──── left, or time over ────┘                   │ crash: whoever takes it next, or the sweep, ends the claim
 *
 * Only the holder of the newest number, while its time runs, may claim; only a claim leads to a row; and a claim that
 * was left behind is ended by a row under its own key before anybody else is let in. So two operators never answer at
 * once, however slow a process or a network was.
 */
export interface QueueDoc {
  /** The conversation. */
  _id: string;
  site: string;
  profile: string;
  member: string;
  lastSeq: number;
  waiting: boolean;
  /** When the first message came that nobody answered; null while none waits. */
  since: number | null;
  /** Number of the last lease given. It only grows. */
  number: number;
  lease: { operator: string; name: string; until: number } | null;
  /** How many messages the member took back; absent where none was. It only grows. */
  takenBack?: number;
  /** The answer that is being written, by its key. */
  claim: { key: string; operator: string; at: number } | null;
}

/** An answer given, as the log keeps it. `_id` is that of the row; inserted once, and what it tells never changes. */
export interface AnswerLogRow {
  _id: string;
  operator: string;
  site: string;
  profile: string;
  conversation: string;
  seq: number;
  at: number;
  /** No queue took the question whether to push: the sweep asks it. */
  unasked?: true;
}

/** What an operator noted about a member, for colleagues. `_id` follows from the operator and their key. */
export interface NoteRow {
  _id: string;
  site: string;
  member: string;
  operator: string;
  name: string;
  text: string;
  at: number;
}

export const OPERATOR_QUEUE = 'operatorQueue';
export const OPERATOR_ANSWERS = 'operatorAnswers';
export const OPERATOR_NOTES = 'operatorNotes';

/** A member's message to a fictional profile, as far as the queue is concerned. */
export interface Asked {
  conversation: string;
  site: string;
  profile: string;
  member: string;
  seq: number;
  at: number;
}

/** Who holds a conversation under which number. */
export interface Held {
  conversation: string;
  operator: string;
  number: number;
}

/** More rounds than can be lost: each one loses against one other writer of the same moment. */
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

/** What waits, and since when. */
function waitingIn(queue: Queue) {
  return {
    find: async (conversation: string) => (await queue.findOne({ _id: conversation })) ?? undefined,

    /** A member wrote: the conversation waits, since its first unanswered message. Safe to repeat; false where it was answered since. */
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
      throw new Error(`the queue does not take conversation ${_id}`);
    },

    /**
     * An answer stands at `seq`: nothing before it waits any more but what came `since` the operator looked. False where a
     * row of then or later was noted before.
     */
    async noteAnswered(conversation: string, seq: number, since: number | null): Promise<boolean> {
      const noted = await queue.updateOne(
        { _id: conversation, lastSeq: { $lt: seq } },
        { $set: { lastSeq: seq, waiting: since !== null, since } },
      );
      return noted.matchedCount === 1;
    },

    /** The member took a message back; answers what stands then, if the conversation is in the queue at all. */
    async noteTakenBack(conversation: string): Promise<QueueDoc | undefined> {
      const noted = await queue.findOneAndUpdate(
        { _id: conversation },
        { $inc: { takenBack: 1 } },
        { returnDocument: 'after' },
      );
      return noted ?? undefined;
    },

    /** What the conversation says up to row `seq`, read anew. */
    async correct(conversation: string, seq: number, since: number | null): Promise<void> {
      await queue.updateOne(
        { _id: conversation, lastSeq: { $lte: seq } },
        { $set: { lastSeq: seq, waiting: since !== null, since } },
      );
    },
  };
}

/** Who has what open, one at a time. */
function leasesIn(queue: Queue) {
  return {
    /** Gives the next lease, unless somebody else's runs or an answer is being written; answers what stands then. */
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

    /** Lets a running lease run its whole time from now; the end, or nothing when it is over or somebody else's. */
    async renew(held: Held, now: number): Promise<number | undefined> {
      const until = now + LEASE_MS;
      const renewed = await queue.updateOne(running(held, now), { $set: { 'lease.until': until } });
      return renewed.matchedCount === 1 ? until : undefined;
    },

    /** Ends a lease; nothing happens when it is not the running one. */
    async release(held: Held): Promise<boolean> {
      const { conversation: _id, operator, number } = held;
      const released = await queue.updateOne(
        { _id, number, 'lease.operator': operator },
        { $set: { lease: null } },
      );
      return released.matchedCount === 1;
    },

    /**
     * Ends whoever’s lease where nothing waits; an answer that is being written goes on. True where there was one to end.
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

/** Answers that are being written. */
function claimsIn(queue: Queue) {
  return {
    /**
     * Begins an answer under a running lease, whose time begins anew, unless more was taken back than the operator saw;
     * again under the same key it goes on.
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

    /** The answer under this key is done with. */
    async endClaim(conversation: string, key: string): Promise<void> {
      await queue.updateOne({ _id: conversation, 'claim.key': key }, { $set: { claim: null } });
    },

    /** Answers that were begun before `at` and not finished. */
    claimedBefore: (at: number): Promise<QueueDoc[]> =>
      queue
        .find({ 'claim.at': { $lt: at } })
        .limit(500)
        .toArray(),
  };
}

/** What is there, to look at. */
function listsOf(queue: Queue) {
  return {
    /** What waits at a site, the longest first: one page. */
    oldestAt: (site: string): Promise<QueueDoc[]> =>
      queue.find({ waiting: true, site }).sort({ since: 1 }).limit(QUEUE_PAGE).toArray(),

    /** How many wait at a site; from `most` on, that many. */
    countAt: (site: string, most: number): Promise<number> =>
      queue.countDocuments({ waiting: true, site }, { limit: most }),

    /** Of each site where something waits, what waits longest: one seek a site. */
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

/** Few enough to be seen to at the same time. */
const BATCH = 100;

/** All of a kind, however many, in batches. */
function allOf(mongo: Pick<Mongo, 'connection'>) {
  const batches = (filter: object) =>
    everyDocument<QueueDoc>({ mongo, batch: BATCH, filter }, OPERATOR_QUEUE);
  return {
    /** What an operator holds. */
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
