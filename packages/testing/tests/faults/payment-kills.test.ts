import { randomUUID } from 'node:crypto';
import {
  getPackages,
  getRefund,
  getUser,
  reconcilePayments,
  startPayment,
  startRefund,
} from '@heartline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diesAt, type Person, startWorld, until, type World } from '../../src/index.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ gateways: 1, workers: 1, stubs: true });
});
afterAll(async () => {
  await world?.stop();
});

const gateway = () => world.gateways[0];
const worker = () => world.workers[0] as World['workers'][number];
const sandbox = () => world.stubs!.payments;
const creditsOf = async (who: Person) => (await world.inside.core.credits.balanceOf(who.id)).credits;
const has25 = (who: Person) =>
  until(
    () => who.http.call(getUser, {}),
    ({ user }) => user.credits === 25 && user.paid_user,
    120_000,
  );

const wish = () => ({ key: randomUUID(), package: 'p0', method: 'creditcard' }) as const;

/** Checkouts that the provider has of a payment. */
const checkoutsOf = (payment: string) =>
  sandbox()
    .list()
    .filter(({ reference }) => reference === payment);

/** Orders 25 credits and returns the payment with its one checkout. */
async function order(who: Person) {
  const { payment } = await who.http.call(startPayment, wish());
  return { payment, checkout: checkoutsOf(payment)[0]!.id };
}

interface StoredReceipt {
  _id: string;
  n: number;
  kind: string;
  grossCents: number;
}

const receipts = () => world.inside.mongo.connection.collection<StoredReceipt>('receipts');
const receiptsOf = (payment: string) => receipts().find({ payment }).toArray();
/** The numbers of all receipts, which must have no gap. */
const numbers = async () => (await receipts().find({}).sort({ n: 1 }).toArray()).map(({ n }) => n);

/** Runs the pass that otherwise comes each minute. */
const runPass = () => world.inside.queues.enqueue(reconcilePayments, {}, { jobId: `pass-${randomUUID()}` });

describe('a gateway is killed while it opens a payment', () => {
  it.each([
    ['K1', 'payment:after-key'],
    ['K2', 'payment:after-hold'],
    ['K3', 'payment:after-row'],
    ['K4', 'payment:after-open'],
  ])(
    '%s: the same key leads to one checkout after a kill at %s',
    async (_, failpoint) => {
      const [mara] = await world.people({ account: { createdAt: Date.now() } });
      const [pack] = (await mara.http.call(getPackages, {})).packages;
      expect(pack!.priceCents).toBeLessThan(pack!.fullPriceCents);
      const wanted = wish();
      await diesAt(gateway(), failpoint, () => mara.http.call(startPayment, wanted));
      await gateway().restart();
      const { payment } = await mara.http.call(startPayment, wanted);
      expect(checkoutsOf(payment)).toMatchObject([{ amountCents: pack!.priceCents, state: 'open' }]);
      sandbox().act(checkoutsOf(payment)[0]!.id, 'pay');
      await has25(mara);
    },
    200_000,
  );

  it('K4: a checkout whose answer was lost still grants when it is paid', async () => {
    const [mara] = await world.people({});
    const before = new Set(
      sandbox()
        .list()
        .map(({ id }) => id),
    );
    await diesAt(gateway(), 'payment:after-open', () => mara.http.call(startPayment, wish()));
    await gateway().restart();
    const unknown = sandbox()
      .list()
      .find(({ id }) => !before.has(id));
    sandbox().act(unknown!.id, 'pay');
    expect((await has25(mara)).user).toMatchObject({ credits: 25, paid_user: true });
  }, 200_000);
});

describe('a gateway is killed while it grants credits', () => {
  it.each([
    ['K5', 'payment:before-grant'],
    ['K6', 'payment:after-grant'],
    ['K15', 'receipt:after-place'],
    ['K7', 'payment:after-receipt'],
    ['K7', 'payment:before-granted'],
  ])(
    '%s: a paid payment is granted once, with one receipt, after a kill at %s [F25]',
    async (_, failpoint) => {
      const [mara] = await world.people({});
      const { payment, checkout } = await order(mara);
      await diesAt(gateway(), failpoint, async () => sandbox().act(checkout, 'pay'));
      await gateway().restart();
      await runPass();
      await has25(mara);
      await until(
        () => receiptsOf(payment),
        (all) => all.length > 0,
        60_000,
      );
      const webhooks = () => sandbox().find(checkout)?.webhooks ?? [];
      const before = webhooks().length;
      sandbox().act(checkout, 'pay');
      await until(webhooks, (all) => all.length > before && all.at(-1)?.status === 200);
      expect(await creditsOf(mara)).toBe(25);
      expect(await receiptsOf(payment)).toHaveLength(1);
      expect(await numbers()).toEqual((await numbers()).map((_, at) => at + 1));
      const confirmations = () =>
        world.stubs!.mailbox.mails(mara.email).filter(({ subject }) => subject.startsWith('Order'));
      await until(confirmations, (mails) => mails.length > 0, 60_000);
      expect(confirmations()).toHaveLength(1);
    },
    200_000,
  );

  it.each(['credit-note:after-place', 'refund:after-credit-note'])(
    'K15: a refund has one credit note after a kill at %s',
    async (failpoint) => {
      const [mara] = await world.people({});
      const { payment, checkout } = await order(mara);
      sandbox().act(checkout, 'pay');
      await has25(mara);
      const [offer] = (await mara.http.call(getRefund, {})).offers;
      const { turn, credits, cents } = offer!;
      const ask = () => mara.http.call(startRefund, { payment, turn, credits, cents });
      await diesAt(gateway(), failpoint, ask);
      await gateway().restart();
      await until(ask, ({ refund }) => refund.state === 'completed', 120_000);
      const notes = (await receiptsOf(payment)).filter(({ kind }) => kind === 'credit-note');
      expect(notes).toMatchObject([{ grossCents: -cents }]);
      expect(await numbers()).toEqual((await numbers()).map((_, at) => at + 1));
    },
    200_000,
  );
});

describe('a gateway is killed while it grants an order with a code', () => {
  it.each(['payment:after-grant', 'payment:after-code', 'payment:before-granted'])(
    'K6: the code is used once after a kill at %s',
    async (failpoint) => {
      const code = `KILL${randomUUID().slice(0, 8).toUpperCase()}`;
      const terms = [{ code, percent: 40, until: '2099-01-01T00:00:00Z', validity: 'once' }];
      await world.inside.core.payments.addCodes('default', JSON.stringify(terms));
      const [mara, nele] = await world.people({}, {});
      const { payment } = await mara.http.call(startPayment, { ...wish(), code });
      const checkout = checkoutsOf(payment)[0]!;
      await diesAt(gateway(), failpoint, async () => sandbox().act(checkout.id, 'pay'));
      await gateway().restart();
      await runPass();
      await has25(mara);
      await until(
        () => world.inside.core.payments.usesOfCode('default', code),
        (uses) => 'done' in uses && uses.done.length === 1 && uses.done[0]?.payment === payment,
        60_000,
      );
      const again = nele.http.call(startPayment, { ...wish(), code });
      await expect(again).rejects.toMatchObject({ error: { code: 'CODE_USED' } });
    },
    200_000,
  );

  it('K2: a code whose holder crashed goes to the next checkout after half a minute', async () => {
    const code = `HOLD${randomUUID().slice(0, 8).toUpperCase()}`;
    const terms = [{ code, percent: 40, until: '2099-01-01T00:00:00Z', validity: 'once' }];
    await world.inside.core.payments.addCodes('default', JSON.stringify(terms));
    const [mara] = await world.people({});
    await diesAt(gateway(), 'payment:after-hold', () => mara.http.call(startPayment, { ...wish(), code }));
    await gateway().restart();
    await world.shiftClock(31_000);
    const { payment } = await mara.http.call(startPayment, { ...wish(), code });
    const [checkout, ...others] = checkoutsOf(payment);
    expect(others).toEqual([]);
    sandbox().act(checkout!.id, 'pay');
    await has25(mara);
  }, 200_000);
});

describe('a gateway is killed while it takes a webhook', () => {
  it('K13: a webhook worked on and not marked is worked on again without effect', async () => {
    const [mara] = await world.people({});
    const { checkout } = await order(mara);
    await diesAt(gateway(), 'webhook:before-mark', async () => sandbox().act(checkout, 'pay'));
    await gateway().restart();
    await runPass();
    await has25(mara);
    await until(
      () => sandbox().find(checkout)?.webhooks ?? [],
      (all) => all.at(-1)?.status === 200,
      60_000,
    );
    expect(await creditsOf(mara)).toBe(25);
  }, 200_000);
});

describe('a worker is killed while it gives a second payment back', () => {
  let aheadMs = 0;

  it.each(['stray:before-refund', 'stray:after-refund'])(
    'K14: it goes back once after a kill at %s',
    async (failpoint) => {
      const [mara] = await world.people({});
      const { payment, checkout } = await order(mara);
      sandbox().act(checkout, 'pay');
      await has25(mara);
      const second = () => checkoutsOf(payment).find(({ id }) => id !== checkout);
      // The job of each minute may come first: it dies there, too.
      await diesAt(worker(), failpoint, async () => {
        sandbox().act(checkout, 'again');
        await until(second, (one) => one?.webhooks.at(-1)?.status === 200, 60_000);
        await runPass();
      });
      await worker().restart();
      aheadMs += 60_000;
      await world.shiftClock(aheadMs);
      const strays = async () => {
        await runPass();
        return world.inside.core.payments.strays(['done'], 100);
      };
      await until(strays, (done) => done.some(({ reference }) => reference === payment), 120_000, 1_000);
      const cents = second()?.amountCents;
      expect(second()?.refunds).toMatchObject([{ amountCents: cents, state: 'done' }]);
      expect(sandbox().find(checkout)?.refunds).toEqual([]);
      expect(await creditsOf(mara)).toBe(25);
    },
    200_000,
  );

  it('keeps the invariants', async () => {
    expect(await world.violations()).toEqual([]);
  });
});
