import { photoPrice } from '@heartline/domain';
import { i18n } from '@lingui/core';
import { ApiError } from '../../../client/api.ts';
import { serverNow } from '../../../client/clock.ts';
import { queryClient, settingsQuery } from '../../../client/query.ts';
import { onLive } from '../../../live/bus.ts';
import { onConnectionChange } from '../../../live/connection.ts';
import { messagePriceQuery } from '../before-writing/use-message-price.ts';
import { ownLimitsAt } from '../composer/own-limit.ts';
import { giftsQuery } from '../gifts/gifts-query.ts';
import type { Outbox } from './outbox.ts';
import type { OutboxEntry } from './outbox-store.ts';
import { waitsForPrice, waitsForRoom, waitsToBegin } from './refused-entry.ts';

/** Interval in ms for checking changed prices and settings, of which no event notifies the pages. */
const ASK_EVERY_MS = 15_000;

/**
 * While the page is visible, checks held messages: their price, room under the member's own limits, and the
 * conversation limit. A message to a member who writes goes out at once, because their conversation has begun. Returns
 * a function that stops it.
 */
export function followHeld(outbox: Outbox): () => void {
  const ask = () => {
    if (document.visibilityState !== 'visible') return;
    for (const entry of outbox.entries()) if (waitsForPrice(entry)) void askFor(entry);
    void askToBegin(outbox);
    void askForRoom(outbox);
  };
  const askFor = async (entry: OutboxEntry) => {
    try {
      await outbox.priced(entry.key, await priceNow(entry));
    } catch {
      // Without an answer the old price stays.
    }
  };
  const stopEvents = onLive('message:created', ({ message, profile }) => {
    if (message.sender !== profile) return;
    for (const entry of outbox.entries())
      if (entry.conversation === message.conversation && waitsToBegin(entry)) void outbox.cleared(entry.key);
  });
  const timer = setInterval(ask, ASK_EVERY_MS);
  const stopListening = onConnectionChange(ask);
  document.addEventListener('visibilitychange', ask);
  return () => {
    clearInterval(timer);
    stopEvents();
    stopListening();
    document.removeEventListener('visibilitychange', ask);
  };
}

/** Releases the oldest messages, at most as many as conversations are left. */
async function askToBegin(outbox: Outbox): Promise<void> {
  let begun = 0;
  for (const entry of outbox.entries().filter(waitsToBegin)) {
    const left = await leftFor(entry);
    if (left <= begun) continue;
    if (left !== Number.POSITIVE_INFINITY) begun += 1;
    await outbox.cleared(entry.key);
  }
}

/**
 * Number of conversations that may still begin, including this one. Infinite if this one does not count, or if its
 * recipient is gone, which the send then reports.
 */
async function leftFor({ profile }: OutboxEntry): Promise<number> {
  try {
    const known = await queryClient.fetchQuery({ ...messagePriceQuery(profile), staleTime: 0 });
    return known.starts_conversation
      ? (known.conversations_left ?? Number.POSITIVE_INFINITY)
      : Number.POSITIVE_INFINITY;
  } catch (error) {
    // Without an answer nothing changes.
    return isGone(error) ? Number.POSITIVE_INFINITY : 0;
  }
}

/**
 * Releases the oldest messages that fit together. A price known not to fit is not requested again, so a gift that never
 * fits holds back only its own conversation.
 */
async function askForRoom(outbox: Outbox): Promise<void> {
  const going: OutboxEntry[] = [];
  let spent = 0;
  let tooMuch = Number.POSITIVE_INFINITY;
  // Messages marked `failed` by an earlier version of the page wait for the member, as that version said.
  const held = outbox.entries().filter((entry) => entry.state === 'held' && waitsForRoom(entry));
  for (const entry of held) {
    const credits = spent + entry.credits;
    if (credits >= tooMuch) continue;
    if (await hasRoom(entry, credits)) {
      going.push(entry);
      spent = credits;
    } else tooMuch = credits;
  }
  // Check all before the first one is sent and counts against the limit.
  for (const { key } of going) await outbox.cleared(key);
}

async function hasRoom({ profile }: OutboxEntry, credits: number): Promise<boolean> {
  try {
    const known = await queryClient.fetchQuery({ ...messagePriceQuery(profile, credits), staleTime: 0 });
    const { pausedUntil, limit } = ownLimitsAt({ ...known, message_credits: credits }, serverNow());
    return pausedUntil === null && limit === null;
  } catch (error) {
    // If the recipient is gone, the send reports that. Without an answer nothing changes.
    return isGone(error);
  }
}

const isGone = (error: unknown) => error instanceof ApiError && error.code === 'NOT_FOUND';

/** Current price of a message in credits; undefined for a gift no longer offered. */
async function priceNow({
  kind,
  profile,
  gift,
  fictionalConfirmed,
}: OutboxEntry): Promise<number | undefined> {
  const asked = { staleTime: 0 };
  switch (kind) {
    case 'gift': {
      const gifts = await queryClient.fetchQuery({ ...giftsQuery(i18n.locale), ...asked });
      return gifts.find(({ id, offered }) => offered && id === gift?.id)?.credits;
    }
    case 'photo': {
      const settings = await queryClient.fetchQuery({ ...settingsQuery, ...asked });
      return photoPrice(settings, { fictional: fictionalConfirmed });
    }
    default:
      return (await queryClient.fetchQuery({ ...messagePriceQuery(profile), ...asked })).message_credits;
  }
}
