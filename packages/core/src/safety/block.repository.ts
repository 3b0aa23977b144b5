import { createReadCache, DURABLE, insertOnce, type ReadCache, under } from '@heartline/platform';
import type { BlockRow, SafetyCollections } from './safety.model.ts';

/**
 * The block state from a member's view: none, the member blocks the other, or the other blocks the member.
 */
export type Relation = 'open' | 'blocks' | 'blocked';

export type Blocks = ReturnType<typeof createBlocks>;

/** Lifetime of a cached list of hidden people on a node that missed a change. */
const HIDDEN_CACHE_MS = 2_000;
/** Upper limit of blocks in one list, above what a member blocks by hand. */
const MOST_BLOCKS = 2_000;
const MOST_TRIES = 5;

const blockId = (blocker: string, blocked: string) => `${blocker}:${blocked}`;

/** Reads and writes blocks. Pairs are always read from the database; whole lists are cached for a moment. */
export function createBlocks({ blocks }: SafetyCollections, now: () => number) {
  const pairs: ReadCache<BlockRow> = createReadCache({ ttlMs: 0, max: 1, now }, async (ids) => {
    const rows: BlockRow[] = await blocks.find({ _id: { $in: [...ids] } }).toArray();
    return new Map(rows.map((row) => [row._id, row]));
  });
  const hidden: ReadCache<ReadonlySet<string>> = createReadCache(
    { ttlMs: HIDDEN_CACHE_MS, max: 50_000, now },
    async (members) => {
      const both = [{ blocker: { $in: [...members] } }, { blocked: { $in: [...members] } }];
      const rows: BlockRow[] = await blocks.find({ $or: both }).toArray();
      const lists = new Map(members.map((member) => [member, new Set<string>()]));
      for (const row of rows) {
        lists.get(row.blocker)?.add(row.blocked);
        lists.get(row.blocked)?.add(row.blocker);
      }
      return lists;
    },
  );
  return {
    /** Adds a block, once. Adds it again if it is removed at the same moment. */
    async add(blocker: string, blocked: string): Promise<void> {
      const row = { _id: blockId(blocker, blocked), blocker, blocked, at: now() };
      for (let tries = 1; ; tries += 1) {
        try {
          await insertOnce(blocks, row, { writeConcern: DURABLE });
          return;
        } catch (error) {
          if (tries === MOST_TRIES) throw error;
        }
      }
    },
    async remove(blocker: string, blocked: string): Promise<void> {
      await blocks.deleteMany({ _id: blockId(blocker, blocked) }, { writeConcern: DURABLE });
    },
    /** The current state in the database. If both block each other, the member's own block counts. */
    async relation(member: string, other: string): Promise<Relation> {
      const existing = await pairs.getMany([blockId(member, other), blockId(other, member)]);
      if (existing.has(blockId(member, other))) return 'blocks';
      return existing.has(blockId(other, member)) ? 'blocked' : 'open';
    },
    /** Everyone hidden from the member, in either direction; up to 2 s old. */
    async hiddenFor(member: string): Promise<ReadonlySet<string>> {
      return (await hidden.get(member)) ?? new Set();
    },
    /** Drops the cached lists of the two after a change. */
    forget(one: string, other: string): void {
      hidden.drop(one);
      hidden.drop(other);
    },
    /** The people the member blocks, latest first. */
    async blockedBy(member: string): Promise<BlockRow[]> {
      const rows: BlockRow[] = await blocks
        .find({ _id: under(member) })
        .limit(MOST_BLOCKS)
        .toArray();
      return rows.sort((a, b) => b.at - a.at);
    },
  };
}
