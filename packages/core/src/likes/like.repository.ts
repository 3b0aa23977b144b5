import { DURABLE, insertOnce, type Mongo, type TimeSlice, under } from '@heartline/platform';

/** A like. `_id` is `<to>:<from>`, so received likes are one range, and a second like adds no row. */
export interface LikeRow {
  _id: string;
  to: string;
  from: string;
  at: number;
  isNew: boolean;
  /** The answered prompt that the like is about. */
  prompt?: string;
  /** When a popup showed it, on any device; absent until then. */
  announcedAt?: number;
  /** When `to` hid the match from the new ones; absent while it is not hidden. */
  hiddenAt?: number;
}

/**
 * Two mutual likes, as long as both exist. `_id` is `<lower member>:<higher member>`, so of two concurrent
 * likes one makes the match and publishes it.
 */
export interface MatchRow {
  _id: string;
  at: number;
}

/** More than a member reads; further ones are stored but not listed. */
export const LISTED_LIKES = 500;
/** Complete for everyone with fewer likes than this. */
export const READ_LIKES = 2 * LISTED_LIKES;
/** More than a member likes; beyond it older hearts appear empty and people appear again. */
const MOST_LIKED = 5_000;
/** No limit, for an archive. */
export const ALL_LIKES = 0;

/** A person in a list of likes, and the time in Unix ms; also a position in the list. */
export interface LikeEntry {
  id: string;
  at: number;
  prompt?: string;
}

/** The answered prompt that a like is about, as a part of an answer. */
export const aboutOf = ({ prompt }: { prompt?: string }) => (prompt === undefined ? {} : { prompt });

/** Matches likes after this one in a list: older ones, or of the same time with a higher id. */
const after = (at: number, id: string) => ({ $or: [{ at: { $lt: at } }, { at, _id: { $gt: id } }] });

export const likeId = (to: string, from: string) => `${to}:${from}`;
export const matchId = (a: string, b: string) => (a < b ? `${a}:${b}` : `${b}:${a}`);

export type LikeRepository = ReturnType<typeof createLikeRepository>;

/**
 * Reads and writes likes and matches. Inserts return whether they were the first; after any error the row
 * decides.
 */
export function createLikeRepository(mongo: Mongo) {
  const likes = likesIn(mongo);
  const matches = mongo.connection.collection<MatchRow>('matches');
  const newest = (whose: Parameters<Likes['find']>[0], most: number) =>
    likes.find(whose).sort({ at: -1, _id: 1 }).limit(most).toArray();
  return {
    async addLike(row: LikeRow): Promise<boolean> {
      return (await insertOnce(likes, row, { writeConcern: DURABLE })) === undefined;
    },
    async addMatch(row: MatchRow): Promise<boolean> {
      return (await insertOnce(matches, row, { writeConcern: DURABLE })) === undefined;
    },
    find: (to: string, from: string) => likes.findOne({ _id: likeId(to, from) }),
    async removeLike(to: string, from: string): Promise<boolean> {
      const removed = await likes.deleteMany({ _id: likeId(to, from) }, { writeConcern: DURABLE });
      return removed.deletedCount === 1;
    },
    async removeMatch(a: string, b: string): Promise<void> {
      await matches.deleteMany({ _id: matchId(a, b) });
    },
    /** Clears the flag; true when it was set. */
    async see(to: string, from: string): Promise<boolean> {
      const seen = await likes.updateOne({ _id: likeId(to, from), isNew: true }, { $set: { isNew: false } });
      return seen.modifiedCount === 1;
    },
    /** Marks that a popup shows it; true for the first call. */
    async announce(to: string, from: string, at: number): Promise<boolean> {
      const noted = await likes.updateOne(
        { _id: likeId(to, from), announcedAt: { $exists: false } },
        { $set: { announcedAt: at } },
      );
      return noted.modifiedCount === 1;
    },
    /** Hides the match from the new ones of `to`, or shows it again. False without such a like. */
    async hideMatch(to: string, from: string, hiddenAt: number | undefined): Promise<boolean> {
      const change = hiddenAt === undefined ? { $unset: { hiddenAt: '' as const } } : { $set: { hiddenAt } };
      return (await likes.updateOne({ _id: likeId(to, from) }, change)).matchedCount === 1;
    },
    /** The newest likes received; beyond the limit old ones are left out, never recent ones. */
    received: (member: string, most = READ_LIKES) => newest({ _id: under(member) }, most),
    /** Likes received after the one of `mark`, newest first; only unseen ones if `isNew`. */
    receivedAfter: (member: string, mark: LikeEntry, most: number, isNew: boolean) =>
      newest(
        { _id: under(member), ...(isNew && { isNew }), ...after(mark.at, likeId(member, mark.id)) },
        most,
      ),
    /** Likes given after the one of `mark`, newest first. */
    givenAfter: (member: string, mark: LikeEntry, most: number) =>
      newest({ from: member, ...after(mark.at, likeId(mark.id, member)) }, most),
    /** Likes of a period, at most `limit`, in any order. */
    givenIn: (at: TimeSlice, limit: number) => likes.find({ at }, { batchSize: limit, limit }).toArray(),
    /** People who share a like with the member, given or received, by id: one page after `after`. */
    sharers: (member: string, after: string, most: number) => sharersOf(likes, member, after, most),
    /** The newest likes given; in practice all of them. */
    given: (member: string, most = MOST_LIKED) => newest({ from: member }, most),
    /** The existing likes of these ids. */
    existing: (ids: readonly string[]) =>
      likes.find({ _id: { $in: [...ids] } }, { batchSize: ids.length + 1 }).toArray(),
    /** The people the member likes, by id; far more than are listed. */
    likedBy: (member: string) => likedBy(likes, member),
  };
}

const likesIn = ({ connection }: Mongo) => connection.collection<LikeRow>('likes');
type Likes = ReturnType<typeof likesIn>;

async function sharersOf(likes: Likes, member: string, after: string, most: number): Promise<string[]> {
  const range = { $gt: likeId(member, after), $lt: under(member).$lt };
  const [received, given] = await Promise.all([
    likes.find({ _id: range }).sort({ _id: 1 }).limit(most).toArray(),
    likes
      .find({ from: member, to: { $gt: after } })
      .sort({ to: 1 })
      .limit(most)
      .toArray(),
  ]);
  const others = new Set([...received.map(({ from }) => from), ...given.map(({ to }) => to)]);
  return [...others].sort().slice(0, most);
}

async function likedBy(likes: Likes, from: string): Promise<string[]> {
  const rows = await likes
    .find({ from })
    .project<Pick<LikeRow, 'to'>>({ _id: 0, to: 1 })
    .limit(MOST_LIKED)
    .toArray();
  return rows.map(({ to }) => to);
}
