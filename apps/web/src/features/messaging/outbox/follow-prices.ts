import { photoPrice } from '@heartline/domain';
import { i18n } from '@lingui/core';
import { queryClient, settingsQuery } from '../../../client/query.ts';
import { onConnectionChange } from '../../../live/connection.ts';
import { messagePriceQuery } from '../before-writing/use-message-price.ts';
import { giftsQuery } from '../gifts/gifts-query.ts';
import type { Outbox } from './outbox.ts';
import type { OutboxEntry } from './outbox-store.ts';
import { waitsForPrice } from './refused-entry.ts';

/** Operators change prices without a word to the pages: while something waits for one, it is asked this often. */
const ASK_EVERY_MS = 15_000;

/** Asks what messages cost that wait for their price, while the page is looked at. Returns how to stop. */
export function followPrices(outbox: Outbox): () => void {
  const ask = () => {
    if (document.visibilityState !== 'visible') return;
    for (const entry of outbox.entries()) if (waitsForPrice(entry)) void askFor(entry);
  };
  const askFor = async (entry: OutboxEntry) => {
    try {
      await outbox.priced(entry.key, await priceNow(entry));
    } catch {
      // Without an answer the price is what it was.
    }
  };
  const timer = setInterval(ask, ASK_EVERY_MS);
  const stopListening = onConnectionChange(ask);
  document.addEventListener('visibilitychange', ask);
  return () => {
    clearInterval(timer);
    stopListening();
    document.removeEventListener('visibilitychange', ask);
  };
}

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
