import { getPayment, startPayment } from '@heartline/contracts';
import type { HttpClient } from '../http-client.ts';
import type { Person, World } from '../start-world.ts';
import { until } from '../until.ts';
import { oneOf, type Random } from './faults.ts';

/** Events at the provider’s page. Each pays the order once; its webhooks have a bad day, or come not at all. */
const WAYS_TO_PAY = ['pay', 'twice', 'reorder', 'silent', 'unsigned', 'old', 'again'] as const;

/** A campaign gives up on a purchase after this time, to report it. */
const WITHIN_MS = 90_000;

/** The purchases of one seed. */
export type Purchases = ReturnType<typeof recordPurchases>;

/** Lets members buy packs at the sandbox while faults strike, and says afterwards what is missing or too much. */
export function recordPurchases(world: World) {
  const made: { member: Person; payment: string; checkout: string }[] = [];
  const sandbox = () => {
    if (!world.stubs) throw new Error('a campaign needs the payment sandbox: start its world with stubs');
    return world.stubs.payments;
  };

  return {
    /** Buys the smallest pack under one key, repeated until it is answered, and pays it. */
    async buy(member: Person, browser: HttpClient, key: string, random: Random): Promise<void> {
      const wish = { key, package: 'p0', method: 'creditcard' } as const;
      const { payment } = await until(
        () => browser.call(startPayment, wish),
        () => true,
        WITHIN_MS,
      );
      const checkout = sandbox()
        .list()
        .find(({ reference, state }) => reference === payment && state === 'open');
      if (!checkout) throw new Error(`payment ${payment} was answered and has no open checkout`);
      made.push({ member, payment, checkout: checkout.id });
      sandbox().act(checkout.id, oneOf(WAYS_TO_PAY, random));
    },

    /** Waits until everything that was paid is granted, and every second payment went back. */
    async differences(): Promise<string[]> {
      const { core } = world.inside;
      const wrong: string[] = [];
      for (const { member, payment } of made) {
        const state = async () => (await member.http.call(getPayment, { id: payment })).payment.state;
        await until(state, (now) => now === 'completed', WITHIN_MS).catch((error: unknown) =>
          wrong.push(`payment ${payment} was paid, but: ${String(error)}`),
        );
      }
      const openStrays = async () => {
        await core.payments.reconcilePayments();
        return core.payments.strays(['seen', 'refunding', 'failed'], 100);
      };
      await until(openStrays, (open) => open.length === 0, WITHIN_MS).catch((error: unknown) =>
        wrong.push(`second payments did not go back: ${String(error)}`),
      );
      for (const { payment } of made) wrong.push(...costsOf(payment));
      return wrong;
    },
  };

  /** An order costs its price once: what came for it beyond that went back. */
  function costsOf(payment: string): string[] {
    const paid = sandbox()
      .list()
      .filter(({ reference }) => reference === payment);
    const costs = paid.reduce(
      (sum, { receivedCents, refunds }) =>
        sum +
        receivedCents -
        refunds
          .filter(({ state }) => state === 'done')
          .reduce((back, { amountCents }) => back + amountCents, 0),
      0,
    );
    const price = paid[0]?.amountCents;
    return costs === price ? [] : [`payment ${payment} cost ${costs} cents, and its price is ${price}`];
  }
}
