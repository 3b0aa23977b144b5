import { DURABLE, insertOnce, type Mongo, type TimeSlice, under } from '@heartline/platform';

/** A like. `_id` is `<to>:<from>`, so who likes a member is one range, and a second like is no other row. */
export interface LikeRow {
  _id: string;
  to: string;
  from: string;
  at: number;
  isNew: boolean;
  /** When a popup showed it, on whatever device; absent until then. */
  announcedAt?: number;
}

/**
 * Two likes that met, as long as both stand. `_id` is `<lower member>:<higher member>`, so of two likes at once one
 * makes the match and tells both sides.
 */
export interface MatchRow {
  _id: string;
  at: number;
}

/** More than anyone looks through; what is beyond is not lost, only not listed. */
export const LISTED_LIKES = 500;
/** Whoever was liked so often; of anybody else these are all. */
export const READ_LIKES = 2 * LISTED_LIKES;
/** More than anyone likes: who does sees older hearts empty, and is dealt somebody a second time. */
const MOST_LIKED = 5_000;
/** As many as there are, for an archive. */
export const ALL_LIKES = 0;

/** Somebody in a list of likes, and since when, in Unix ms: also a place in it. */
export interface LikeEntry {
  id: string;
  at: number;
}

/** What comes after a like in a list: older, or of the same moment and a higher id. */
const after = (at: number, id: string) => ({ $or: [{ at: { $lt: at } }, { at, _id: { $gt: id } }] });

export const likeId = (to: string, from: string) => `${to}:${from}`;
export const matchId = (a: string, b: string) => (a < b ? `${a}:${b}` : `${b}:${a}`);

export type LikeRepository = ReturnType<typeof createLikeRepository>;

/** Reads and writes likes and matches. Inserts say whether they were the first; after any error the row decides. */
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
    /** Notes that a popup shows it; true for the one who noted it first. */
    async announce(to: string, from: string, at: number): Promise<boolean> {
      const noted = await likes.updateOne(
        { _id: likeId(to, from), announcedAt: { $exists: false } },
        { $set: { announcedAt: at } },
      );
      return noted.modifiedCount === 1;
    },
    /** The newest likes received: of more than are read the old ones stay out, never the one of a moment ago. */
    received: (member: string, most = READ_LIKES) => newest({ _id: under(member) }, most),
    /** Likes received after the one of `mark`, newest first; only those not looked at yet where `isNew`. */
    receivedAfter: (member: string, mark: LikeEntry, most: number, isNew: boolean) =>
      newest(
        { _id: under(member), ...(isNew && { isNew }), ...after(mark.at, likeId(member, mark.id)) },
        most,
      ),
    /** Likes given after the one of `mark`, newest first. */
    givenAfter: (member: string, mark: LikeEntry, most: number) =>
      newest({ from: member, ...after(mark.at, likeId(mark.id, member)) }, most),
    /** Likes that were given in a slice of time, at most `limit`, in any order. */
    givenIn: (at: TimeSlice, limit: number) => likes.find({ at }, { batchSize: limit, limit }).toArray(),
    /** Who shares a like with the member, given or received, by id: so many after `after`. */
    sharers: (member: string, after: string, most: number) => sharersOf(likes, member, after, most),
    /** The newest likes given: all there are, of whoever gives them by hand. */
    given: (member: string, most = MOST_LIKED) => newest({ from: member }, most),
    /** Those that stand of the likes of these ids. */
    existing: (ids: readonly string[]) =>
      likes.find({ _id: { $in: [...ids] } }, { batchSize: ids.length + 1 }).toArray(),
    /** Whom the member likes, by id; far more of them than are listed. */
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
