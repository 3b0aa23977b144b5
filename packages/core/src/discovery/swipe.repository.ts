import { DURABLE, insertOnce, type Mongo, under } from '@heartline/platform';

/** A visitor's like. `_id` is `<visitor>:<profile>`, so a card is liked once, on whatever day. */
export interface SwipeRow {
  _id: string;
  visitor: string;
  profile: string;
  site: string;
  /** For the limits: day of the like in the site's time zone, and the hashed network. */
  day: string;
  network: string;
  at: number;
  /** The member who signed up as this visitor; null until then. */
  member: string | null;
  /** When it became a like between members; null until then. */
  givenAt: number | null;
  forgetAt: Date;
}

/**
 * One of the likes of a day: `_id` is `<day>:<v or n>:<visitor or network>:<number>`. One like takes it
 * permanently.
 */
export interface SwipeSlotRow {
  _id: string;
  /** The like that took it. */
  like: string;
  forgetAt: Date;
}

/** Retention of likes of a visitor who does not sign up. */
const RETENTION_MS = 30 * 86_400_000;
/** By then the day is over in any time zone. */
const SLOT_MS = 3 * 86_400_000;

export const swipeId = (visitor: string, profile: string) => `${visitor}:${profile}`;

export type SwipeRepository = ReturnType<typeof createSwipeRepository>;

/** Reads and writes visitors' likes. Every limit is a unique insert; a slot is never returned. */
export function createSwipeRepository({ connection }: Mongo) {
  const swipes = connection.collection<SwipeRow>('swipes');
  const slots = connection.collection<SwipeSlotRow>('swipeSlots');

  return {
    find: (visitor: string, profile: string) => swipes.findOne({ _id: swipeId(visitor, profile) }),
    /** Profiles this visitor liked already. */
    async likedBy(visitor: string): Promise<string[]> {
      const rows = await swipes
        .find({ _id: under(visitor) })
        .project<{ profile: string }>({ profile: 1 })
        .toArray();
      return rows.map(({ profile }) => profile);
    },
    /**
     * Takes one of `limit` slots for a like, or the one it has from an earlier attempt. False when all are
     * taken.
     */
    async takeSlot(prefix: string, like: string, limit: number, now: number): Promise<boolean> {
      for (let n = 1; n <= limit; n += 1) {
        const _id = `${prefix}:${n}`;
        const slot = { _id, like, forgetAt: new Date(now + SLOT_MS) };
        const taken = await insertOnce(slots, slot, { writeConcern: DURABLE });
        if (!taken || taken.like === like) return true;
      }
      return false;
    },
    taken: (prefix: string) => slots.countDocuments({ _id: under(prefix) }),
    /** Stores a like, once. */
    async keep(row: Omit<SwipeRow, '_id' | 'member' | 'givenAt' | 'forgetAt'>): Promise<void> {
      const _id = swipeId(row.visitor, row.profile);
      const stored = { ...row, member: null, givenAt: null, forgetAt: new Date(row.at + RETENTION_MS) };
      await insertOnce(swipes, { _id, ...stored }, { writeConcern: DURABLE });
    },
    /** Removes a like, unless its visitor signed up since. */
    async remove(visitor: string, profile: string): Promise<void> {
      await swipes.deleteMany({ _id: swipeId(visitor, profile), member: null }, { writeConcern: DURABLE });
    },
    /** Assigns the likes of a visitor to the member who signed up. */
    async claim(visitor: string, member: string): Promise<void> {
      await swipes.updateMany({ _id: under(visitor), member: null }, { $set: { member } });
    },
    /** Likes that wait for their member to be active. */
    waiting: (member: string) => swipes.find({ member, givenAt: null }).toArray(),
    async removeOf(member: string): Promise<void> {
      await swipes.deleteMany({ member });
    },
    async markGiven(_id: string, givenAt: number): Promise<void> {
      await swipes.updateOne({ _id }, { $set: { givenAt } });
    },
  };
}
