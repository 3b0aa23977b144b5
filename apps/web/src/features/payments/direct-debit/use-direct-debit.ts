import { directDebit, type OutputOf } from '@heartline/contracts';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError, actingAs, call } from '../../../client/api.ts';
import { serverNow } from '../../../client/clock.ts';
import { lastChat, rememberPurchase } from '../../../client/last-chat.ts';
import { keys, queryClient } from '../../../client/query.ts';
import { dropCode, isCodeRefused } from '../../../client/typed-code.ts';
import { rememberWay } from '../checkout/last-way.ts';
import type { Purchase } from '../checkout/purchase.ts';
import { refetchPackages } from '../packages.ts';
import type { DebitForm } from './debit-form.ts';

type Answer = OutputOf<typeof directDebit>;
/** A code that was sent, and the mandate that it signs. */
export type SentCode = Extract<Answer, { sent: true }>;

/** The payer: an account with its holder, or the mandate that the member gave before. */
export type Debtor = DebitForm | { mandate: string; phone?: string };

interface Order {
  purchase: Purchase;
  debtor: Debtor;
  /** The code of the text message, once the member has it. */
  otp?: string;
}

/** After these the same code, or the same try, may still work. */
const GOES_ON: ReadonlySet<string> = new Set([
  'OTP_INVALID',
  'OTP_TOO_MANY',
  'SMS_LIMIT',
  'UNAVAILABLE',
  'PAYMENT_UNAVAILABLE',
  'RATE_LIMITED',
]);

/**
 * Orders a pack by direct debit in two steps: a code by text message, then the signature with it. One order has one key,
 * so a press and its repeats are the same order. Another pack, price, account or phone is another order.
 */
export function useDirectDebit() {
  const router = useRouter();
  const attempt = useRef({ what: '', key: '' });
  const [sent, setSent] = useState<SentCode>();
  const [isSigning, setSigning] = useState(false);

  const post = async (order: Order): Promise<Answer> => {
    const what = whatOf(order);
    if (attempt.current.what !== what) attempt.current = { what, key: crypto.randomUUID() };
    const start = () => call(directDebit, { key: attempt.current.key, ...inputOf(order) });
    try {
      return await start();
    } catch (error) {
      if (order.otp !== undefined || !(error instanceof ApiError) || error.code !== 'KEY_REUSED') throw error;
      attempt.current.key = crypto.randomUUID();
      return start();
    }
  };
  const onSuccess = (answer: Answer, { purchase }: Order) => {
    if (answer.sent) {
      setSent(answer);
      setSigning(true);
      return;
    }
    leave(purchase, answer.payment);
    void router.navigate({ href: `/transactions/${answer.payment}`, replace: true });
  };
  const onError = (error: Error) => {
    if (!(error instanceof ApiError) || GOES_ON.has(error.code)) return;
    attempt.current = { what: '', key: '' };
    setSent(undefined);
    setSigning(false);
    if (error.code === 'PACK_PRICE_CHANGED' || error.code === 'METHOD_UNAVAILABLE') refetchPackages();
    if (isCodeRefused(error)) dropCode();
  };
  // The cache forgets the typed form with the page.
  const options = { mutationFn: post, onSuccess, onError, gcTime: 0 };
  const ask = useMutation(options);
  const sign = useMutation(options);

  return {
    /** The code to sign with, while the second step is shown. */
    code: isSigning ? sent : undefined,
    ask,
    sign,
    /** The order is placed, and the page is on its way to the result. */
    isPlaced: [ask.data, sign.data].some((answer) => answer?.sent === false),
    /** Asks for a code, or goes on with the one that was sent for the same order and still holds. */
    next(order: Order): void {
      sign.reset();
      if (sent && sent.until > serverNow() && attempt.current.what === whatOf(order)) setSigning(true);
      else ask.mutate(order);
    },
    /** Goes back to the first step. The form keeps its values. */
    back(): void {
      ask.reset();
      sign.reset();
      setSigning(false);
    },
  };
}

/** The order by direct debit, as its steps share it. */
export type DebitSteps = ReturnType<typeof useDirectDebit>;

const whatOf = ({ purchase: { pack, country }, debtor }: Order) =>
  JSON.stringify([pack.id, pack.priceCents, pack.code?.code, country, debtor]);

function inputOf({ purchase: { pack, country }, debtor, otp }: Order) {
  const { credits, priceCents, currency } = pack;
  return {
    package: pack.id,
    country,
    seen: { credits, priceCents, currency },
    ...(pack.code && { code: pack.code.code }),
    ...debtor,
    ...(otp !== undefined && { otp }),
  };
}

/** Remembers the way to pay, and the chat that this order was made over. */
function leave({ way, chosenCountry }: Purchase, payment: string): void {
  rememberWay({ method: way.id, country: chosenCountry });
  const me = actingAs();
  if (me && lastChat(me)?.payment) rememberPurchase(me, payment);
  void queryClient.invalidateQueries({ queryKey: keys.directDebit });
  void queryClient.invalidateQueries({ queryKey: keys.payments });
}
