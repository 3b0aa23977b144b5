/**
 * Request limits: `points` calls in `seconds`, counted per `by`. They protect the service.
 *
 * - Limits of the product (2 conversations, 3 photos) are settings, in `settings.ts`.
 * - The limit of all sockets of a member at one gateway is a setting of the gateway (`DEVICES_PER_MEMBER`).
 */
export interface Limit {
  points: number;
  seconds: number;
  by: 'member' | 'network' | 'socket' | 'phone';
  /** True: without Redis the call is refused rather than let through. */
  failClosed?: true;
}

export const LIMITS = {
  read: { points: 600, seconds: 60, by: 'member' },
  search: { points: 240, seconds: 60, by: 'member' },
  write: { points: 120, seconds: 60, by: 'member' },
  /** Each time, thousands may be told of it. */
  switch: { points: 10, seconds: 600, by: 'member' },
  upload: { points: 120, seconds: 600, by: 'member' },
  /** Pictures: a whole screen of them a second, and none is ever missing to who scrolls. */
  media: { points: 6_000, seconds: 60, by: 'member' },
  geocode: { points: 60, seconds: 600, by: 'network' },
  signup: { points: 30, seconds: 600, by: 'network', failClosed: true },
  /** Each tells whether an address is known; a sign-up on a phone takes two or three. */
  signupCheck: { points: 60, seconds: 600, by: 'network', failClosed: true },
  login: { points: 60, seconds: 60, by: 'network', failClosed: true },
  /** Sessions that nobody has: who came with so many waits before the next is looked for. */
  stranger: { points: 1_200, seconds: 60, by: 'network' },
  /** Visits of landers, none of which is worth an answer: what one network sends too many of is not counted. */
  visit: { points: 120, seconds: 60, by: 'network' },
  token: { points: 30, seconds: 600, by: 'network', failClosed: true },
  download: { points: 20, seconds: 3_600, by: 'member' },
  export: { points: 5, seconds: 3_600, by: 'member', failClosed: true },
  report: { points: 10, seconds: 3_600, by: 'member', failClosed: true },
  payment: { points: 20, seconds: 60, by: 'member', failClosed: true },
  /** Discount codes must not be found by guessing. */
  code: { points: 20, seconds: 3_600, by: 'member', failClosed: true },
  codeOfNetwork: { points: 100, seconds: 3_600, by: 'network', failClosed: true },
  /** Text messages with a code cost money, and must not be sent to strangers again and again. */
  sms: { points: 3, seconds: 86_400, by: 'member', failClosed: true },
  smsOfPhone: { points: 2, seconds: 86_400, by: 'phone', failClosed: true },
  smsOfNetwork: { points: 10, seconds: 3_600, by: 'network', failClosed: true },
  /** Receipt numbers must not be found by guessing. Both steps of a withdrawal count. */
  withdrawal: { points: 20, seconds: 3_600, by: 'network', failClosed: true },
  send: { points: 40, seconds: 10, by: 'socket' },
  typing: { points: 8, seconds: 10, by: 'socket' },
  signal: { points: 100, seconds: 10, by: 'socket' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** UTF-16 code units that the text of one message may have, whatever a site allows in characters. */
export const MESSAGE_UNITS = 20_000;

/**
 * Bytes of the largest request, the same for a body over HTTP and a packet over the socket. The longest input of every
 * call and event fits, with each sign written as its `\u` escape (six bytes a code unit).
 */
export const REQUEST_BYTES = 131_072;
