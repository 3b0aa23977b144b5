import type { ErrorCode, Refusal } from '@heartline/contracts';
import type { OutboxEntry } from './outbox-store.ts';
import { SendBroken, type SendEnded } from './send-ended.ts';
import { baseOf } from './send-key.ts';

/*
 * What becomes of a message that was refused: pure rules, for the states that `outbox.ts` names.
 */

/** What the member can pay, and whether they can start more. */
export interface Funds {
  credits: number;
  premium: boolean;
}

const OWN_LIMITS = ['SPENDING_LIMIT', 'SPENDING_PAUSED'] as const satisfies readonly ErrorCode[];
const HELD_FOR = new Set<ErrorCode>(['NOT_ENOUGH_CREDITS', 'CONVERSATION_LIMIT', ...OWN_LIMITS]);
const WAITS_FOR_PRICE = new Set<ErrorCode>(['PRICE_CHANGED', 'NOT_ENOUGH_CREDITS', ...OWN_LIMITS]);
/** The contract allows `.2` to `.9`. */
const LAST_SUFFIX = 9;

/** What the server’s refusal makes of a message. */
export function afterRefusal(entry: OutboxEntry, refusal: Refusal, newKey: () => string): OutboxEntry {
  const rest = withoutRefusal(entry);
  if (refusal.code === 'SEND_EXPIRED') {
    const suffix = suffixOf(entry) + 1;
    if (suffix <= LAST_SUFFIX) return { ...rest, clientId: `${baseOf(entry.clientId)}.${suffix}` };
  }
  // The old words arrived under this key. What stands here is another message now, and only sent if the member says so.
  const renewed = refusal.code === 'KEY_REUSED' ? newKey() : undefined;
  return {
    ...rest,
    ...(renewed && { key: renewed, clientId: renewed }),
    state: HELD_FOR.has(refusal.code) ? 'held' : 'failed',
    refusal,
  };
}

/**
 * What becomes of a message that does not come through, or whose picture does not. Its key is as good as before: where it
 * arrived after all, sending it again sends and charges nothing more.
 */
export function givenUp(stored: OutboxEntry, tried: OutboxEntry, why: SendEnded): OutboxEntry | undefined {
  if (!isStillTried(stored, tried)) return undefined;
  const code = why instanceof SendBroken ? why.code : 'SEND_EXPIRED';
  return { ...withoutRefusal(stored), state: 'failed', refusal: { code } };
}

/** Whether a try is the one a message waits for. A tab that slept may come with what became of one that is over. */
export const isStillTried = (stored: OutboxEntry, tried: OutboxEntry) =>
  stored.clientId === tried.clientId && stored.state === 'waiting';

/** A refused message is not under way: the next try marks it again. */
export function withoutRefusal(entry: OutboxEntry): OutboxEntry {
  const copy = { ...entry };
  delete copy.refusal;
  // What it answers is gone: sent again, it stands by itself. The key is free, since it was refused before anything was held.
  if (entry.refusal?.code === 'QUOTE_GONE') delete copy.quote;
  delete copy.isTried;
  return copy;
}

/** Its key was given up as often as the contract allows. */
export const isKeyUsedUp = (entry: OutboxEntry) => suffixOf(entry) >= LAST_SUFFIX;

const suffixOf = ({ clientId }: Pick<OutboxEntry, 'clientId'>) => Number(clientId.split('.')[1] ?? 1);

/** Whether what it was held for is there now. No credits make room under a limit, or end a pause. */
export function isCovered(entry: OutboxEntry, { credits, premium }: Funds): boolean {
  if (waitsForRoom(entry)) return false;
  return waitsToBegin(entry) ? premium : credits >= entry.credits;
}

/** What it would cost: the price that is asked for it by now, or the one it was written at. */
export const priceOf = ({ credits, refusal }: Pick<OutboxEntry, 'credits' | 'refusal'>) =>
  refusal?.code === 'PRICE_CHANGED' ? Number(refusal.values?.['credits'] ?? credits) : credits;

/** Why it was not sent, with what the words of that name: the person, as called by `name`, what was sent, and its price. */
export const reasonOf = (entry: OutboxEntry, name: string): Refusal => ({
  code: entry.refusal?.code ?? 'INTERNAL',
  values: { name, credits: priceOf(entry), kind: entry.kind, ...entry.refusal?.values },
});

/**
 * Whether it is passed over: refused, and sent again only if the member says so. What asks its price keeps its turn, and
 * what was written after it.
 */
export const isPassed = ({ state, refusal }: OutboxEntry) =>
  state === 'failed' && refusal?.code !== 'PRICE_CHANGED';

/** What these cost together once they go, in credits; undefined where none of them does as things are. */
export function sumOf(entries: readonly OutboxEntry[]): number | undefined {
  const going = entries.filter((entry) => !isPassed(entry));
  return going.length > 0 ? going.reduce((sum, entry) => sum + priceOf(entry), 0) : undefined;
}

/** Whether it waits only because of what it costs: for the member's yes to a price, for credits, or for room. */
export const waitsForPrice = ({ refusal }: OutboxEntry) =>
  refusal !== undefined && WAITS_FOR_PRICE.has(refusal.code);

/** Whether it waits for room under the member's own limit, or for the end of their pause. */
export const waitsForRoom = ({ refusal }: OutboxEntry) => OWN_LIMITS.some((code) => code === refusal?.code);

/**
 * Whether it stays as it is unless the member does something. A limit and a pause of their own end by the clock; credits and
 * Premium don't come by themselves.
 */
export const needsMember = (entry: OutboxEntry) =>
  entry.state === 'failed' || (entry.state === 'held' && !waitsForRoom(entry));

/** Whether it waits because it would begin one conversation too many. */
export const waitsToBegin = ({ refusal }: OutboxEntry) => refusal?.code === 'CONVERSATION_LIMIT';

/** What becomes of one that waits for its price when it costs `credits`; undefined when that is nothing new. */
export function atPrice(
  entry: OutboxEntry,
  credits: number | undefined,
  funds: Funds | undefined,
): OutboxEntry | undefined {
  const { refusal } = entry;
  if (!refusal || !waitsForPrice(entry)) return undefined;
  if (credits === undefined) return { ...entry, state: 'failed', refusal: { code: 'GIFT_GONE' } };
  if (refusal.code === 'PRICE_CHANGED') {
    // Costs it no more than the member agreed to, nothing is asked: the server charges what it costs.
    if (credits <= entry.credits) return { ...withoutRefusal(entry), state: 'waiting' };
    if (credits === refusal.values?.['credits']) return undefined;
    return { ...entry, refusal: { ...refusal, values: { ...refusal.values, credits } } };
  }
  if (credits >= entry.credits) return undefined;
  const cheaper = { ...entry, credits };
  return funds && isCovered(cheaper, funds) ? { ...withoutRefusal(cheaper), state: 'waiting' } : cheaper;
}
