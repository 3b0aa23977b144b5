import * as z from 'zod/mini';
import { defineInbound, defineOutbound, type Lasting } from './define.ts';

/**
 * The position in a member’s stream of durable events. `n` counts events; `epoch` changes when the counter is lost. A
 * client that sees a gap in `n` or another epoch fetches a fresh snapshot.
 */
export const version = z.strictObject({
  /** Changes when the counter was lost. */
  epoch: z.string(),
  /** Number of the event: 1, 2, 3 … */
  n: z.int(),
});
export type Version = z.infer<typeof version>;

/** Of an event that may be told before it is counted: none where it was. */
export const earlyVersion = z.nullable(version);

/** The number of the last event after which each lasting answer may be another one. */
const changed = z.strictObject({
  /** For `GET /api/user.php`. */
  user: z.int(),
  /** For `GET /api/likes.php`. */
  likes: z.int(),
} satisfies Record<Lasting, unknown>);

/** The position of a member’s stream, and the last change of each lasting answer. */
export interface StreamPosition {
  version: Version;
  changed: z.infer<typeof changed>;
}

/** True if a stored lasting answer of this version is still valid: same epoch, and no change since. */
export function mayKeep(
  answer: Lasting,
  held: Version | undefined,
  { version, changed }: StreamPosition,
): boolean {
  return held?.epoch === version.epoch && held.n >= changed[answer];
}

export const syncTicked = defineOutbound({
  name: 'sync:ticked',
  feature: 'site',
  summary:
    'Hello after connecting, every 25 s, and after events that could not be told: the version the client should have, when member and likes last changed by it, and the server’s time.',
  durable: false,
  /** `stale`: events may have been lost on the way, so fetch a snapshot whatever the version says. */
  payload: z.strictObject({
    version,
    changed,
    serverAt: z.int(),
    /** Events may have been lost on the way: fetch a snapshot, whatever the version says. */
    stale: z.boolean(),
  }),
});

export const syncCounted = defineOutbound({
  name: 'sync:counted',
  feature: 'site',
  summary:
    'The next `count` events that this connection heard with `version: null` are counted: the last of them has this number, and they follow each other without a hole. Who heard fewer missed some.',
  durable: false,
  payload: z.strictObject({
    version,
    /** The number of events. */
    count: z.int(),
  }),
});

export const focusChanged = defineInbound({
  name: 'focus:change',
  feature: 'notifications',
  summary: 'Whether this device has the page visible and focused, and on which conversation.',
  input: z.strictObject({
    /** True if the page is visible and has the focus. */
    focused: z.boolean(),
    /** The conversation in front; null for none. */
    conversation: z.nullable(z.string().check(z.regex(/^[0-9a-f]{24}$/))),
  }),
  output: z.strictObject({}),
  refusals: [],
  limit: 'signal',
});

export const sessionEnded = defineOutbound({
  name: 'session:ended',
  feature: 'accounts',
  summary:
    'This session was ended: log-out elsewhere, password change, suspension. The client signs out; the page where one logs in again says so.',
  durable: false,
  payload: z.strictObject({}),
});
