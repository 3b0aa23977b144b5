import type { DisputeState, MethodReason, PaymentMethod, PrivateSettings } from '@heartline/contracts';
import { currencyOf, methodHorizonMs, paymentWays } from '@heartline/domain';
import { type ProviderName, ProviderUnavailable } from '@heartline/platform';
import { acceptPayment } from './accept-payment.ts';
import { closePayment } from './close-payment.ts';
import { listDebts } from './debts/remind-debtors.ts';
import { type DisputeDoc, disputesIn, findDisputes, noteDispute } from './disputes/dispute.repository.ts';
import { findByReference } from './find-payments.ts';
import { type HandledHow, handleRefund } from './handle-refund.ts';
import { matchStray } from './match-stray.ts';
import { findHeld, findOverdueDebits, findPayment, type PaymentDoc } from './payment.repository.ts';
import { methodQueryOf, routeOf, routeProblems } from './payment-accounts.ts';
import { paymentFigures } from './payment-figures.ts';
import type { PaymentsContext } from './payments-context.ts';
import { type Comparison, followListed } from './reconcile-day.ts';
import { refundsForPerson, waitingRefunds } from './refund.repository.ts';
import { returnPayment } from './return-payment.ts';
import { decideStray } from './settle-strays.ts';
import { findStrays, type StrayDoc, straysIn } from './stray.repository.ts';
import { handleWithdrawal, type WithdrawalDoc, waitingWithdrawals } from './withdrawal.repository.ts';

/** The outcome of an operator’s act; a refusal is a sentence. */
type Outcome<T> = { done: T } | { problem: string };

const MINUTE_MS = 60_000;

/** An operator closes an unpaid payment, so that it can’t be paid any more. Repeating it changes nothing. */
async function closeForOperator(context: PaymentsContext, id: string): Promise<Outcome<PaymentDoc>> {
  const payment = await findPayment(context.mongo, id);
  if (!payment) return { problem: `There is no payment ${id}.` };
  if (payment.state !== 'pending')
    return { problem: `The payment ${id} is ${payment.state}: only a pending one can be closed.` };
  try {
    const { payment: closed, openUntil } = await closePayment(context, payment, 'expired');
    if (openUntil === null) return { done: closed };
    const until = new Date(openUntil).toISOString();
    return {
      problem: `The provider can't close the payment ${id}: it can be paid until ${until}, and ends by itself.`,
    };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return { problem: `The payment ${id} is not closed: ${error.message}. Try again later.` };
  }
}

/** Asks an account for everything it lists of a time window, and follows it: webhooks that never came. */
async function replayWebhooks(
  context: PaymentsContext,
  account: string,
  window: { from: number; to: number },
): Promise<Outcome<Comparison>> {
  if (!context.payments.of(account)) return { problem: noAccount(context, account) };
  if (window.from >= window.to)
    return { problem: 'The time since must lie before the time until, and before now.' };
  try {
    return { done: await followListed(context, account, window) };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return { problem: `The account ${account} stopped answering: ${error.message}. Repeat it later.` };
  }
}

function noAccount({ payments }: PaymentsContext, account: string): string {
  return `There is no account ${account}. PAYMENT_ACCOUNTS has: ${payments.names.join(', ')}.`;
}

/** A way to pay at a site in one country. */
export interface WayInCountry {
  method: PaymentMethod;
  country: string;
  currency: string;
  /** Null: it is offered there. */
  reason: MethodReason | 'switched-off' | 'no-account' | null;
  /** The accounts that serve it, the first choice first. */
  route: readonly string[];
}

/** Every way to pay of a site in each of its countries: offered, or why not, and its route. */
async function listMethods(context: PaymentsContext, site: string): Promise<WayInCountry[]> {
  const { settings, privately } = await context.site.operate.read(site);
  return settings.countries.flatMap((country) => {
    const currency = currencyOf(country);
    return paymentWays(methodQueryOf(context.payments, privately, { country, currency })).map(
      ({ id: method, reason }) => {
        const route = routeOf(context.payments, privately.payment_routes, method);
        const isOff = !privately.payment_methods.includes(method);
        const closed = isOff ? 'switched-off' : 'no-account';
        return { method, country, currency, reason: reason === 'closed' ? closed : reason, route };
      },
    );
  });
}

/** One account, and what came of a call to its provider. */
export interface AccountCheck {
  account: string;
  provider: ProviderName;
  /** Ways to pay that its provider serves. */
  methods: readonly PaymentMethod[];
  /** Null: the provider answered. */
  problem: string | null;
}

/**
 * Makes one harmless call at each account: it lists the payments of the last minute. So a wrong key, a wrong address
 * and a blocked network are found before a member finds them.
 */
async function checkAccounts({ payments, clock }: PaymentsContext): Promise<AccountCheck[]> {
  const now = clock.now();
  const checks: AccountCheck[] = [];
  for (const account of payments.names) {
    const provider = payments.of(account);
    if (!provider) continue;
    const methods = Object.keys(provider.can) as PaymentMethod[];
    const first = provider.list(now - MINUTE_MS, now)[Symbol.asyncIterator]();
    try {
      await first.next();
      await first.return?.();
      checks.push({ account, provider: provider.name, methods, problem: null });
    } catch (error) {
      checks.push({ account, provider: provider.name, methods, problem: problemWords(error) });
    }
  }
  return checks;
}

/** Answers with these status codes mean that the provider does not accept the key. */
const KEY_REFUSED = /\b40[13]\b/;

function problemWords(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return KEY_REFUSED.test(message)
    ? `The provider does not accept the key (${message}). Fix: copy the key again, of the same mode, live or test.`
    : `No answer (${message}). Fix: let this machine reach the provider, or try again later.`;
}

/** Problems of the routes of a site as they stand, a sentence each with its fix. */
async function siteRouteProblems(context: PaymentsContext, site: string): Promise<string[]> {
  const { privately } = await context.site.operate.read(site);
  return routeProblems(context.payments, site, privately.payment_routes);
}

/** The calls of the operators’ command and of the worker’s metrics. */
export function operatePayments(context: PaymentsContext) {
  const { mongo, payments } = context;
  return {
    /** Problems of these routes of a site, a sentence each. */
    routeProblems: (site: string, routes: PrivateSettings['payment_routes']) =>
      routeProblems(payments, site, routes),
    siteRouteProblems: (site: string) => siteRouteProblems(context, site),
    listMethods: (site: string) => listMethods(context, site),
    checkAccounts: () => checkAccounts(context),
    /** Payments that our id, a provider’s id or a member’s id names. */
    findPayments: (named: string) => findByReference(context, named),
    /** Payments that wait for an operator, oldest first. */
    heldPayments: (limit: number) => findHeld(mongo, limit),
    /** Debits on trust that neither came nor failed beyond the horizon of their way to pay. */
    overdueDebits: (limit: number) =>
      findOverdueDebits(mongo, context.clock.now() - methodHorizonMs('sdd'), limit),
    acceptPayment: (id: string, paidCents: number) => acceptPayment(context, id, paidCents),
    returnPayment: (id: string, how?: { byHand: boolean }) => returnPayment(context, id, how),
    closePayment: (id: string) => closeForOperator(context, id),
    /** Strays that our reference or a provider’s id names. */
    findStrays: (named: string) => findStrays(mongo, named),
    strays: (states: readonly StrayDoc['state'][], limit: number) => straysIn(mongo, states, limit),
    decideStray: (id: string, decision: 'return' | 'keep') => decideStray(context, id, decision),
    matchStray: (id: string, payment: string) => matchStray(context, id, payment),
    /** Members who owe credits, the longest first. */
    debts: (which: { limit: number; forPerson: boolean }) => listDebts(context, which),
    /** Disputes in these states, the newest first. */
    disputes: (states: readonly DisputeState[], limit: number) => disputesIn(mongo, states, limit),
    /** Disputes that an id of a dispute, a payment, a provider or a member names. */
    findDisputes: (named: string) => findDisputes(mongo, named),
    /** Adds a sentence of an operator to a dispute. Repeating it changes nothing. */
    async noteDispute(id: string, note: { by: string; text: string }): Promise<Outcome<DisputeDoc>> {
      const noted = await noteDispute(mongo, id, { ...note, at: context.clock.now() });
      return noted
        ? { done: noted }
        : { problem: `There is no dispute ${id}. "admin disputes list" shows them.` };
    },
    /** Refunds that a person has to deal with, the oldest first. */
    refundsForPerson: (limit: number) => refundsForPerson(mongo, limit),
    /** Refunds that wait for a payment or a dispute, the oldest first. */
    waitingRefunds: (limit: number) => waitingRefunds(mongo, limit),
    /** An operator dealt with a refund, or paid one that waits. Repeating it changes nothing. */
    handleRefund: (id: string, how: HandledHow) => handleRefund(context, id, how),
    /** Withdrawal statements that wait for a person, the oldest first. */
    waitingWithdrawals: (limit: number) => waitingWithdrawals(mongo, limit),
    /** An operator dealt with a statement. Repeating it changes nothing. */
    async handleWithdrawal(id: string): Promise<Outcome<WithdrawalDoc>> {
      const handled = await handleWithdrawal(mongo, id, context.clock.now());
      return handled ? { done: handled } : { problem: `There is no withdrawal ${id}.` };
    },
    replayWebhooks: (account: string, window: { from: number; to: number }) =>
      replayWebhooks(context, account, window),
    /** Held payments, unpaid ones by way to pay, strays by their kind, and refunds that wait. */
    figures: () => paymentFigures(mongo),
  };
}
