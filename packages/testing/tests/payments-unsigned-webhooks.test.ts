import { randomUUID } from 'node:crypto';
import { cancelPayment, getPayment, getUser, type PaymentMethod, startPayment } from '@heartline/contracts';
import { outcomeOf, type Person, startWorld, until, type WorldWithStubs } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** Accounts whose provider signs nothing, so that a token of ours in the address proves their webhooks. */
const ACCOUNTS = [
  { account: 'nl', method: 'ideal', country: 'NL', type: FORM },
  { account: 'it', method: 'nexi', country: 'IT', type: JSON_TYPE },
] as const;

let world: WorldWithStubs;

beforeAll(async () => {
  world = await startWorld({ here: true, stubs: true, payments: 'all' });
});
afterAll(() => world.stop());

async function buyer(country: string): Promise<Person> {
  const [who] = await world.people({ account: { createdAt: world.clock.now() - 86_400_000, country } });
  return who;
}

/** Opens a payment; `sent` is the webhook address that its provider got. */
async function open(who: Person, method: PaymentMethod) {
  const { payment } = await who.http.call(startPayment, { key: randomUUID(), package: 'p1', method });
  const opened = world.stubs.payments.list().find(({ reference }) => reference === payment);
  if (!opened) throw new Error('nothing was opened');
  return { payment, id: opened.id, sent: new URL(opened.webhookUrl).search };
}

const bodyOf = (account: string, id: string) =>
  account === 'nl' ? `id=${id}` : JSON.stringify({ eventId: randomUUID(), operation: { orderId: id } });

const post = async (search: string, body: string, type: string) => {
  const path = `/api/payment-webhook.php${search}`;
  return (await world.browser().send('POST', path, body, { 'content-type': type })).status;
};

const isPaid = async (who: Person) => (await who.http.call(getUser, {})).user.paid_user;

describe.each(ACCOUNTS)('webhooks at the account $account', ({ account, method, country, type }) => {
  it('grants once when the genuine webhook comes five times', async () => {
    const who = await buyer(country);
    const { id } = await open(who, method);
    world.stubs.payments.act(id, 'twice');
    await until(
      () => isPaid(who),
      (paid) => paid,
    );
    await until(
      () => Promise.resolve(world.stubs.payments.find(id)?.webhooks ?? []),
      (sent) => sent.length >= 5,
    );
    expect(world.stubs.payments.find(id)?.webhooks.every(({ status }) => status === 200)).toBe(true);
    const { user } = await who.http.call(getUser, {});
    const { payment } = await who.http.call(getPayment, {});
    expect(user.credits).toBe(payment.credits);
  });

  it('grants nothing for a webhook without our token, though the payment is paid', async () => {
    const who = await buyer(country);
    const { id, sent } = await open(who, method);
    world.stubs.payments.act(id, 'silent');
    const query = new URLSearchParams(sent);
    const { reference = '', token = '' } = Object.fromEntries(query);
    for (const wrong of [
      `?account=${account}`,
      `?account=${account}&reference=${reference}`,
      `?account=${account}&reference=${reference}&token=`,
      `?account=${account}&reference=${reference}&token=${token.slice(1)}`,
      `?account=${account}&reference=${'0'.repeat(24)}&token=${token}`,
      `?account=${account}&reference=${reference}&token=${token}&token=${token}`,
    ])
      expect(await post(wrong, bodyOf(account, id), type), wrong).toBe(400);
    expect(await isPaid(who)).toBe(false);
    expect(await post(sent, bodyOf(account, id), type)).toBe(200);
    await until(
      () => isPaid(who),
      (paid) => paid,
    );
  });

  it('refuses the token at every other account', async () => {
    const { id, sent } = await open(await buyer(country), method);
    const at = (name: string) =>
      post(sent.replace(`account=${account}`, `account=${name}`), bodyOf(account, id), type);
    for (const { account: other } of ACCOUNTS.filter((one) => one.account !== account))
      expect(await at(other)).toBe(400);
    expect(await at('main')).toBe(400);
    expect(await at('bridge')).toBe(400);
    expect(await at('none')).toBe(404);
  });

  it('refuses another content type, broken bodies and a megabyte', async () => {
    const { id, sent } = await open(await buyer(country), method);
    const other = type === FORM ? JSON_TYPE : FORM;
    expect(await post(sent, bodyOf(account, id), other)).toBe(400);
    for (const body of ['', '{', 'id=', 'id=1', '[]', `id=${'1'.repeat(100)}`])
      expect(await post(sent, body, type), body).toBe(400);
    expect(await post(sent, 'x'.repeat(1_048_576), type)).toBe(413);
  });

  it('takes an unknown payment of a genuine address for nothing', async () => {
    const who = await buyer(country);
    const { sent } = await open(who, method);
    const reference = new URLSearchParams(sent).get('reference');
    const unknown = account === 'nl' ? 'tr_unknown' : undefined;
    // At Nexi an order id of another reference is refused, because the token does not fit it.
    expect(await post(sent, bodyOf(account, unknown ?? `${reference}x`), type)).toBe(unknown ? 200 : 400);
    expect(await isPaid(who)).toBe(false);
  });
});

describe('checkouts at Mollie', () => {
  it('shows where to transfer to until the money is there', async () => {
    const who = await buyer('DE');
    const { id, payment } = await open(who, 'sct');
    const shown = async () => (await who.http.call(getPayment, { id: payment })).payment;
    expect(await shown()).toMatchObject({
      state: 'pending',
      transfer: { holder: 'Stichting Sandbox Payments', currency: 'EUR' },
    });
    world.stubs.payments.act(id, 'partial');
    expect((await shown()).state).toBe('pending');
    world.stubs.payments.act(id, 'arrive');
    await until(shown, ({ state }) => state === 'completed');
    expect((await shown()).transfer).toBeNull();
  });

  it('closes a transfer, but no checkout that the bank has begun', async () => {
    const who = await buyer('NL');
    const transfer = await open(who, 'sct');
    const { payment } = await who.http.call(cancelPayment, { payment: transfer.payment });
    expect(payment).toMatchObject({ state: 'cancelled', reason: 'member' });
    const ideal = await open(who, 'ideal');
    expect(await outcomeOf(who.http.call(cancelPayment, { payment: ideal.payment }))).toBe('CHECKOUT_OPEN');
    world.stubs.payments.act(ideal.id, 'pay');
    await until(
      () => isPaid(who),
      (paid) => paid,
    );
  });
});
