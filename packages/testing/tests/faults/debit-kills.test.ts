import { readFile } from 'node:fs/promises';
import { directDebit, getPayment } from '@heartline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diesAt, type Person, startWorld, until, type World } from '../../src/index.ts';
import { type DebitInput, formOf, textedCode } from '../debits-in-test.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ gateways: 1, workers: 1, stubs: true });
});
afterAll(() => world?.stop());

const gateway = () => world.gateways[0];
const rows = (collection: string) => world.inside.mongo.connection.collection(collection);
const secrets: string[] = [];

/** Asks for a code, and orders with it. The gateway dies at this point, and starts again. */
async function orderAndDie(who: Person, form: DebitInput, failpoint: string): Promise<void> {
  await who.http.call(directDebit, form);
  const otp = await textedCode(world.stubs!, form.phone);
  secrets.push(otp, form.iban as string, form.phone as string);
  await diesAt(gateway(), failpoint, () => who.http.call(directDebit, { ...form, otp }));
  await gateway().restart();
}

/** The rows of a member after the same request came again, without a code. */
async function afterRepeat(who: Person, form: DebitInput) {
  const again = await until(
    () => who.http.call(directDebit, form),
    () => true,
    30_000,
  );
  const payment = again.sent ? 'a code was sent' : again.payment;
  const [payments, mandates, limit] = await Promise.all([
    rows('payments').find({ member: who.id }).toArray(),
    rows('mandates').find({ member: who.id }).toArray(),
    rows('debitLimits').findOne({ _id: who.id as never }),
  ]);
  const atProvider = world.stubs!.payments.list().filter(({ reference }) => reference === payment);
  return { payment, payments, mandates, limit, atProvider };
}

describe('a gateway is killed while it orders a direct debit', () => {
  it.each([
    ['K10', 'debit:after-otp'],
    ['K8', 'debit:after-slot'],
    ['K9', 'debit:after-mandate'],
    ['K3', 'payment:after-row'],
    ['K4', 'payment:after-open'],
  ])(
    'debits once after a repeat without a code: %s, %s',
    async (_, failpoint) => {
      const [who] = await world.people({ account: { createdAt: Date.now() - 86_400_000 } });
      const form = formOf();
      await orderAndDie(who, form, failpoint);
      const { payment, payments, mandates, limit, atProvider } = await afterRepeat(who, form);
      expect(payments).toMatchObject([{ _id: payment, state: 'pending' }]);
      expect(mandates).toHaveLength(1);
      expect(limit).toMatchObject({ openCents: 999, holders: [{ payment }] });
      expect(atProvider).toHaveLength(1);
      world.stubs!.payments.act(atProvider[0]?.id ?? '', 'arrive');
      await until(
        async () => (await who.http.call(getPayment, {})).payment.state,
        (state) => state === 'completed',
        60_000,
      );
      expect(await world.inside.core.credits.balanceOf(who.id)).toMatchObject({ credits: 25 });
    },
    120_000,
  );

  it('leaves no account number, phone or code in a log or the database [S3-218] [S3-223]', async () => {
    const logs = await Promise.all(
      [...world.gateways, ...world.workers].map(({ logFile }) => readFile(logFile, 'utf8')),
    );
    const names = await world.inside.mongo.connection.listCollections();
    const stored = await Promise.all(names.map(({ name }) => rows(name).find({}).toArray()));
    const text = `${logs.join('\n')}\n${JSON.stringify(stored)}`;
    expect(text.length).toBeGreaterThan(10_000);
    expect(secrets).toHaveLength(15);
    for (const secret of secrets) {
      // Six digits alone may stand in any number: a code is looked for as a word.
      const pattern =
        secret.length === 6 ? new RegExp(`(?<![\\d\\w])${secret}(?![\\d\\w])`) : secret.replace('+', '');
      expect(text).not.toMatch(pattern);
      expect(text).not.toContain(secret.length === 6 ? `"${secret}"` : secret.slice(4));
    }
  });
});
