import type { Mongo } from '@heartline/platform';

/** Options of a check. */
export interface CheckOptions {
  now: number;
  /**
   * Rows younger than this are skipped: their holds may still be open. A test that waited for quiet passes 0.
   */
  quietMs: number;
  /** Age of the oldest rows to check. */
  windowMs: number;
  /** Also checks every log from its first row: tests do it always, production now and then. */
  whole?: boolean;
  /** Number of conversations a free member of this site may start. */
  freeConversations(site: string): Promise<number>;
  /** Number of people a visitor of this site may like a day; the default of sites without it. */
  swipeLikes?(site: string): Promise<number>;
  /**
   * Maximum number of pictures of a premium member of this site, and the stored forms of one; without it none
   * is read.
   */
  photos?: { limit(site: string): Promise<number>; forms(key: string): Promise<Buffer[]> };
}

/** Scope of one pass. */
export interface Audit extends CheckOptions {
  mongo: Mongo;
  /** Documents in one read; 1,000 unless a test says otherwise. */
  batch?: number;
  from: number;
  until: number;
}
