import type { ErrorCode, Refusal } from '@heartline/contracts';
import type { OutboxEntry } from './outbox-store.ts';
import { SendBroken, type SendEnded } from './send-ended.ts';
import { baseOf } from './send-key.ts';

/* Pure rules for the state of a refused message; `outbox.ts` lists the states. */

/** Credits and premium of the member. */
export interface Funds {
  credits: number;
  premium: boolean;
}

/** Temporary refusals: the same request may succeed later. */
export const TRIED_AGAIN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  // A gateway older than this page; the next connection may reach a newer one.
  'UNKNOWN_EVENT',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
  'AUTHENTICATION_REQUIRED',
  'ANOTHER_MEMBER',
]);

const OWN_LIMITS = ['SPENDING_LIMIT', 'SPENDING_PAUSED'] as const satisfies readonly ErrorCode[];
const HELD_FOR = new Set<ErrorCode>(['NOT_ENOUGH_CREDITS', 'CONVERSATION_LIMIT', ...OWN_LIMITS]);
const WAITS_FOR_PRICE = new Set<ErrorCode>(['PRICE_CHANGED', 'NOT_ENOUGH_CREDITS', ...OWN_LIMITS]);
/** The contract allows `.2` to `.9`. */
const LAST_SUFFIX = 9;

/** The entry after a refusal. */
export function afterRefusal(entry: OutboxEntry, refusal: Refusal, newKey: () => string): OutboxEntry {
  const rest = withoutRefusal(entry);
  if (refusal.code === 'SEND_EXPIRED') {
    const suffix = suffixOf(entry) + 1;
    if (suffix <= LAST_SUFFIX) return { ...rest, clientId: `${baseOf(entry.clientId)}.${suffix}` };
  }
  // The old text is stored under this key. The new one is another message and needs a new key.
  const renewed = refusal.code === 'KEY_REUSED' ? newKey() : undefined;
  return {
    ...rest,
    ...(renewed && { key: renewed, clientId: renewed }),
    state: HELD_FOR.has(refusal.code) ? 'held' : 'failed',
    refusal,
  };
}

/**
 * The entry after it was given up, or undefined if it changed meanwhile. It keeps its key, so that sending it again
 * stores and charges nothing twice.
 */
export function givenUp(stored: OutboxEntry, tried: OutboxEntry, why: SendEnded): OutboxEntry | undefined {
  if (!isStillTried(stored, tried)) return undefined;
  const code = why instanceof SendBroken ? why.code : 'SEND_EXPIRED';
  return { ...withoutRefusal(stored), state: 'failed', refusal: { code } };
}

/** True if the entry still waits for this try. A tab that was suspended may report an old one. */
export const isStillTried = (stored: OutboxEntry, tried: OutboxEntry) =>
  stored.clientId === tried.clientId && stored.state === 'waiting';

/** The entry without its refusal and its mark; the next try marks it again. */
export function withoutRefusal(entry: OutboxEntry): OutboxEntry {
  const copy = { ...entry };
  delete copy.refusal;
  // The quoted message is gone, so it is sent without the quote. Its key is free, because the refusal came before any
  // hold.
  if (entry.refusal?.code === 'QUOTE_GONE') delete copy.quote;
  delete copy.isTried;
  return copy;
}

/** True if its key expired as often as the contract allows. */
export const isKeyUsedUp = (entry: OutboxEntry) => suffixOf(entry) >= LAST_SUFFIX;

const suffixOf = ({ clientId }: Pick<OutboxEntry, 'clientId'>) => Number(clientId.split('.')[1] ?? 1);

/** True if the reason of a held message is gone. Credits give no room under a limit and end no pause. */
export function isCovered(entry: OutboxEntry, { credits, premium }: Funds): boolean {
  if (waitsForRoom(entry)) return false;
  return waitsToBegin(entry) ? premium : credits >= entry.credits;
}

/** Price of a message: the changed price that was refused, or the one it was written at. */
export const priceOf = ({ credits, refusal }: Pick<OutboxEntry, 'credits' | 'refusal'>) =>
  refusal?.code === 'PRICE_CHANGED' ? Number(refusal.values?.['credits'] ?? credits) : credits;

/** Refusal with the values for its text: the recipient's `name`, the kind of message and its price. */
export const reasonOf = (entry: OutboxEntry, name: string): Refusal => ({
  code: entry.refusal?.code ?? 'INTERNAL',
  values: { name, credits: priceOf(entry), kind: entry.kind, ...entry.refusal?.values },
});

/**
 * True if sending skips the entry: failed until the member sends it again. One with a changed price is not skipped and
 * blocks the later ones.
 */
export const isPassed = ({ state, refusal }: OutboxEntry) =>
  state === 'failed' && refusal?.code !== 'PRICE_CHANGED';

/** Price in credits of all messages that will be sent; undefined if none will. */
export function sumOf(entries: readonly OutboxEntry[]): number | undefined {
  const going = entries.filter((entry) => !isPassed(entry));
  return going.length > 0 ? going.reduce((sum, entry) => sum + priceOf(entry), 0) : undefined;
}

/** True if only the price holds the message back: it needs a confirmation, credits, or room under a limit. */
export const waitsForPrice = ({ refusal }: OutboxEntry) =>
  refusal !== undefined && WAITS_FOR_PRICE.has(refusal.code);

/** True if it is held for the member's own limit or pause. */
export const waitsForRoom = ({ refusal }: OutboxEntry) => OWN_LIMITS.some((code) => code === refusal?.code);

/**
 * True if only the member can release it. An own limit or pause ends by itself; credits and Premium do not come by
 * themselves.
 */
export const needsMember = (entry: OutboxEntry) =>
  entry.state === 'failed' || (entry.state === 'held' && !waitsForRoom(entry));

/** True if it is held for the conversation limit. */
export const waitsToBegin = ({ refusal }: OutboxEntry) => refusal?.code === 'CONVERSATION_LIMIT';

/** The entry at the current price; undefined if nothing changes. */
export function atPrice(
  entry: OutboxEntry,
  credits: number | undefined,
  funds: Funds | undefined,
): OutboxEntry | undefined {
  const { refusal } = entry;
  if (!refusal || !waitsForPrice(entry)) return undefined;
  if (credits === undefined) return { ...entry, state: 'failed', refusal: { code: 'GIFT_GONE' } };
  if (refusal.code === 'PRICE_CHANGED') {
    // The price is no more than the agreed one, so no question is needed. The server charges the actual price.
    if (credits <= entry.credits) return { ...withoutRefusal(entry), state: 'waiting' };
    if (credits === refusal.values?.['credits']) return undefined;
    return { ...entry, refusal: { ...refusal, values: { ...refusal.values, credits } } };
  }
  if (credits >= entry.credits) return undefined;
  const cheaper = { ...entry, credits };
  return funds && isCovered(cheaper, funds) ? { ...withoutRefusal(cheaper), state: 'waiting' } : cheaper;
}
