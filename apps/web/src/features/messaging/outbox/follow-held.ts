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

/** Operators change prices and settings without a word to the pages: while something waits for one, it is asked this often. */
const ASK_EVERY_MS = 15_000;

/**
 * Asks about messages that wait for their price, for room under the member's own limits, or because they begin one
 * conversation too many, while the page is looked at; at once about those to somebody who writes: their conversation has
 * begun. Returns how to stop.
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
      // Without an answer the price is what it was.
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

/** The oldest first, and no more of them than there are conversations left. */
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
 * How many conversations may still be begun, this one among them; any number where it counts as none, or is to somebody who
 * is not there any more: that is said when it is sent.
 */
async function leftFor({ profile }: OutboxEntry): Promise<number> {
  try {
    const known = await queryClient.fetchQuery({ ...messagePriceQuery(profile), staleTime: 0 });
    return known.starts_conversation
      ? (known.conversations_left ?? Number.POSITIVE_INFINITY)
      : Number.POSITIVE_INFINITY;
  } catch (error) {
    // Without an answer all is as it was.
    return isGone(error) ? Number.POSITIVE_INFINITY : 0;
  }
}

/**
 * The oldest first, each with what goes before it. What costs as much as what has no room is not asked about: a gift that
 * never fits holds nothing back but its own conversation.
 */
async function askForRoom(outbox: Outbox): Promise<void> {
  const going: OutboxEntry[] = [];
  let spent = 0;
  let tooMuch = Number.POSITIVE_INFINITY;
  // What an earlier version of the page passed over waits for the member, as it said.
  const held = outbox.entries().filter((entry) => entry.state === 'held' && waitsForRoom(entry));
  for (const entry of held) {
    const credits = spent + entry.credits;
    if (credits >= tooMuch) continue;
    if (await hasRoom(entry, credits)) {
      going.push(entry);
      spent = credits;
    } else tooMuch = credits;
  }
  // All are asked about before the first one goes, which counts against the limit from then on.
  for (const { key } of going) await outbox.cleared(key);
}

async function hasRoom({ profile }: OutboxEntry, credits: number): Promise<boolean> {
  try {
    const known = await queryClient.fetchQuery({ ...messagePriceQuery(profile, credits), staleTime: 0 });
    const { pausedUntil, limit } = ownLimitsAt({ ...known, message_credits: credits }, serverNow());
    return pausedUntil === null && limit === null;
  } catch (error) {
    // Of somebody who is not there any more that is said when it is sent. Without an answer all is as it was.
    return isGone(error);
  }
}

const isGone = (error: unknown) => error instanceof ApiError && error.code === 'NOT_FOUND';

/** What this message costs now, in credits; undefined for a gift that is not offered any more. */
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
