import { randomUUID } from 'node:crypto';
import { getPayment, getUser, type PaymentMethod, startPayment } from '@heartline/contracts';
import { startWorld, until, type WorldWithStubs } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Each way to pay that is alive, with a country that has it and the account that serves it. */
const WAYS: readonly [method: PaymentMethod, country: string, account: string][] = [
  ['sdd', 'DE', 'main'],
  ['sct', 'DE', 'nl'],
  ['ideal', 'NL', 'nl'],
  ['bancontact', 'BE', 'nl'],
  ['blik', 'PL', 'main'],
  ['prezelewy24', 'PL', 'main'],
  ['eps', 'AT', 'nl'],
  ['paypal', 'DE', 'main'],
  ['creditcard', 'FR', 'main'],
  ['nexi', 'IT', 'it'],
  ['applepay', 'GB', 'main'],
  ['paysafecard', 'AT', 'nl'],
];

describe('an installation with an account at every provider', () => {
  let world: WorldWithStubs;

  beforeAll(async () => {
    world = await startWorld({ here: true, stubs: true, payments: 'all' });
  });
  afterAll(() => world.stop());

  it.each(WAYS)('sells a pack by %s in %s through the account %s', async (method, country, account) => {
    const signedUp = world.clock.now() - 86_400_000;
    const [who] = await world.people({ account: { createdAt: signedUp, country } });
    const { payment } = await who.http.call(startPayment, { key: randomUUID(), package: 'p1', method });
    const opened = world.stubs.payments.list().find(({ reference }) => reference === payment);
    expect(opened).toMatchObject({ account, state: 'open' });
    world.stubs.payments.act(opened?.id ?? '', 'pay');
    await until(
      () => who.http.call(getUser, {}),
      ({ user }) => user.paid_user,
    );
    const { payment: stored } = await who.http.call(getPayment, { id: payment });
    expect(stored).toMatchObject({ state: 'completed', method });
  });
});
