import { type OutputOf, startPayment } from '@heartline/contracts';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ApiError, actingAs, call } from '../../../client/api.ts';
import { lastChat, rememberPurchase } from '../../../client/last-chat.ts';
import { onShownAgain } from '../../../client/shown-again.ts';
import { dropCode, isCodeRefused } from '../../../client/typed-code.ts';
import { refetchPackages } from '../packages.ts';
import { rememberWay } from './last-way.ts';
import type { Purchase } from './purchase.ts';

/** On a slow connection the provider's page takes this long to start. */
const LEAVING_MS = 8_000;

/** A payment that was opened: its id, and the address to pay at; null for a bank transfer. */
type OpenedPayment = OutputOf<typeof startPayment>;

/**
 * Opens a payment and leads to the provider's page, or to ours for a bank transfer; `onOpened` replaces that. One attempt
 * has one key: a press and its repeats are the same payment. Another pack, way, country or code, or a used key, is
 * another attempt.
 */
export function usePayment(onOpened?: (opened: OpenedPayment) => Promise<void>) {
  const router = useRouter();
  const attempt = useRef({ what: '', key: '' });
  const payment = useMutation({
    mutationFn: async (purchase: Purchase) => {
      if (attempt.current.what !== whatOf(purchase)) attempt.current = attemptAt(purchase);
      const { pack, way, country } = purchase;
      const { credits, priceCents, currency } = pack;
      const seen = { credits, priceCents, currency };
      const order = { package: pack.id, method: way.id, country, seen };
      const start = () =>
        call(startPayment, {
          key: attempt.current.key,
          ...order,
          ...(pack.code && { code: pack.code.code }),
        });
      try {
        return await start();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'KEY_REUSED') throw error;
        // The page was left and is shown again unchanged: its attempt has ended meanwhile.
        attempt.current = attemptAt(purchase);
        return start();
      }
    },
    onSuccess: async (opened, { way, chosenCountry }) => {
      const { payment: id, redirect } = opened;
      rememberWay({ method: way.id, country: chosenCountry });
      if (onOpened) return onOpened(opened);
      // The first try may have been made over a chat. This one leads back to it too.
      const me = actingAs();
      if (me && lastChat(me)?.payment) rememberPurchase(me, id);
      if (redirect === null) void router.navigate({ href: `/transactions/${id}` });
      else location.assign(redirect);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status === 0) return;
      if (error.code === 'PAYMENT_UNAVAILABLE') return;
      // The button asks once more, at the current price. The key stays the same, since it may hold the discount.
      if (error.code !== 'PACK_PRICE_CHANGED') attempt.current = { what: '', key: '' };
      if (error.code === 'PACK_PRICE_CHANGED' || error.code === 'METHOD_UNAVAILABLE') refetchPackages();
      if (isCodeRefused(error)) dropCode();
    },
  });
  const { reset, isSuccess } = payment;
  // A member who comes back from the provider's page may find this page still in its redirect state.
  useEffect(() => onShownAgain(reset), [reset]);
  // No event reports a cancelled redirect. Another press leads to the same payment.
  useEffect(() => {
    if (!isSuccess) return undefined;
    const leaving = setTimeout(reset, LEAVING_MS);
    return () => clearTimeout(leaving);
  }, [isSuccess, reset]);
  return payment;
}

const whatOf = ({ pack, way, country }: Purchase) =>
  `${pack.id} ${way.id} ${country} ${pack.code?.code ?? ''}`;
const attemptAt = (purchase: Purchase) => ({ what: whatOf(purchase), key: crypto.randomUUID() as string });
