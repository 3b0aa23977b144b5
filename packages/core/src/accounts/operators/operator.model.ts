import type { Mongo } from '@heartline/platform';

/**
 * A member of a site's staff. `_id` is `<site>:<name>`, so a name is unique in a site. `era` grows with each
 * event that ends every session: a new password or a disabling.
 */
export interface OperatorRow {
  _id: string;
  site: string;
  name: string;
  passwordHash: string;
  state: 'active' | 'disabled';
  era: number;
  /**
   * Hashes of the device cookies that signed in before, newest last. Their wrong passwords have their own
   * count.
   */
  knownDevices: string[];
  createdAt: number;
}

/** A signed-in operator's browser. `_id` is the hash of its cookie. */
export interface OperatorSessionRow {
  _id: string;
  operator: string;
  publicId: string;
  device: string;
  era: number;
  createdAt: number;
  expiresAt: number;
  /** The same as a date: the TTL index needs a date. */
  forgetAt: Date;
}

/** A sign-in, failed attempt or sign-out, by the operator or forced. Inserted once and never changed. */
export interface OperatorSignInRow {
  _id: string;
  /** Null if no operator has the typed name. It is not stored, since it may be a password. */
  operator: string | null;
  outcome: 'in' | 'out' | 'wrong' | 'blocked' | 'disabled';
  device: string;
  at: number;
}

/** The collections of operators' accounts. */
export function operatorCollections({ connection }: Mongo) {
  return {
    operators: connection.collection<OperatorRow>('operators'),
    sessions: connection.collection<OperatorSessionRow>('operatorSessions'),
    signIns: connection.collection<OperatorSignInRow>('operatorSignIns'),
  };
}

export type OperatorCollections = ReturnType<typeof operatorCollections>;
