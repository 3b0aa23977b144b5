import type { Mongo } from '@heartline/platform';

/**
 * Somebody of a site's staff. `_id` is `<site>:<name>`, so a name stands once in a site. `era` counts what ends every
 * session at once: a new password, being shut out.
 */
export interface OperatorRow {
  _id: string;
  site: string;
  name: string;
  passwordHash: string;
  state: 'active' | 'disabled';
  era: number;
  /** Hashes of the device cookies that signed in before, newest last: their wrong passwords are counted apart. */
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
  /** The same as a date, because the engine forgets rows by it. */
  forgetAt: Date;
}

/** A try to sign in, a signing out, or being signed out. Inserted once and never changed. */
export interface OperatorSignInRow {
  _id: string;
  /** Null when nobody has the name that was typed; it is not kept, since it may be a password. */
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
