import type { Mongo } from '@heartline/platform';

/** What whoever asks for a check says. */
export interface CheckOptions {
  now: number;
  /** Rows younger than this are left alone: their holds may still be open. A test that waited for quiet passes 0. */
  quietMs: number;
  /** How far back rows are looked at. */
  windowMs: number;
  /** Walks every chain from its first row besides: what tests do, and production now and then. */
  whole?: boolean;
  /** How many conversations a free member of this site may start. */
  freeConversations(site: string): Promise<number>;
  /** How many people a visitor of this site may like a day; as sites have it by default when nothing is said. */
  swipeLikes?(site: string): Promise<number>;
  /** How many pictures a premium member of this site may have, and the stored forms of one; without it none is read. */
  photos?: { limit(site: string): Promise<number>; forms(key: string): Promise<Buffer[]> };
}

/** What one pass looks at. */
export interface Audit extends CheckOptions {
  mongo: Mongo;
  /** Documents read at once; 1,000 unless a test says otherwise. */
  batch?: number;
  from: number;
  until: number;
}
