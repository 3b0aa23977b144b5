/** What a collection is spread over the shards of a cluster by. */
export type ShardKey = Readonly<Record<string, 1 | 'hashed'>>;

/** A chain lives on one shard: its rows are numbered there, and a key is found there. */
const BY_OWNER: ShardKey = { owner: 1 };

/** Ids that begin with whose they are, and are read as ranges (`under`): those of one stand on one shard. */
const BY_ID_IN_ORDER: ShardKey = { _id: 1 };

const SHARD_KEYS: Readonly<Record<string, ShardKey>> = {
  messages: BY_OWNER,
  ledger: BY_OWNER,
  inbox: BY_ID_IN_ORDER,
  reactions: BY_ID_IN_ORDER,
  likes: BY_ID_IN_ORDER,
  blocks: BY_ID_IN_ORDER,
  passes: BY_ID_IN_ORDER,
  swipes: BY_ID_IN_ORDER,
};

/**
 * The shard key of a collection: its id, spread evenly, unless named above. A small collection may stay whole on one
 * shard: then it needs none.
 */
export function shardKeyOf(collection: string): ShardKey {
  return SHARD_KEYS[collection] ?? { _id: 'hashed' };
}
