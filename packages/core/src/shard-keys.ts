/** The field that distributes a collection over the shards of a cluster. */
export type ShardKey = Readonly<Record<string, 1 | 'hashed'>>;

/** A log is on one shard, which numbers its rows and finds its keys. */
const BY_OWNER: ShardKey = { owner: 1 };

/** Ids that begin with their owner and are read as ranges (`under`): those of one owner are on one shard. */
const BY_ID_IN_ORDER: ShardKey = { _id: 1 };

const SHARD_KEYS: Readonly<Record<string, ShardKey>> = {
  messages: BY_OWNER,
  ledger: BY_OWNER,
  receipts: BY_OWNER,
  inbox: BY_ID_IN_ORDER,
  reactions: BY_ID_IN_ORDER,
  likes: BY_ID_IN_ORDER,
  blocks: BY_ID_IN_ORDER,
  passes: BY_ID_IN_ORDER,
  swipes: BY_ID_IN_ORDER,
  prices: BY_ID_IN_ORDER,
};

/**
 * The shard key of a collection: its hashed id, unless named above. A small collection may stay whole on one
 * shard without a key.
 */
export function shardKeyOf(collection: string): ShardKey {
  return SHARD_KEYS[collection] ?? { _id: 'hashed' };
}
