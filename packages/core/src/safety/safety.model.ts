import type { Mongo } from '@heartline/platform';

/** One member blocks another. `_id` is `<blocker>:<blocked>`, so a second block is no other row. */
export interface BlockRow {
  _id: string;
  blocker: string;
  blocked: string;
  at: number;
}

/** What an operator did, to whom and why. Written before the act, so nothing is done that is not in the log. */
export interface OperatorActRow {
  _id: string;
  at: number;
  operator: string;
  act: string;
  /** The member, case or site it was done to. */
  target: string;
  reason: string;
  detail: Record<string, unknown>;
  /** `begun` stays where the act was cut off. */
  state: 'begun' | 'done' | 'failed';
}

/** The collections of this feature. */
export function safetyCollections({ connection }: Mongo) {
  return {
    blocks: connection.collection<BlockRow>('blocks'),
    operatorActs: connection.collection<OperatorActRow>('operatorActs'),
  };
}

export type SafetyCollections = ReturnType<typeof safetyCollections>;
