import { startWorld, type WorldHere } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshIban, freshPhone } from './debits-in-test.ts';

const WHY = ['--reason', 'Chargebacks of a ring of accounts'];

let world: WorldHere;
let admin: ReturnType<typeof adminOf>;

beforeAll(async () => {
  world = await startWorld({ here: true });
  admin = adminOf(world, { PAYMENT_HASH_SECRET: 'h'.repeat(32) });
});
afterAll(() => world?.stop());

const rows = (collection: string) => world.inside.mongo.connection.collection<{ _id: string }>(collection);
const acts = () => rows('operatorActs').find({}).toArray();

describe('npm run admin blocks', () => {
  it('blocks an account number, a phone and a member, and stores hashes only', async () => {
    const [iban, phone] = [freshIban(), freshPhone()];
    const [who] = await world.people({});
    const spaced = iban.replaceAll(/(.{4})/g, '$1 ').trim();
    for (const named of [
      ['--iban', spaced],
      ['--phone', phone],
      ['--member', who.id],
    ] as const)
      expect(await admin('blocks', 'add', ...named, ...WHY)).toMatchObject({ code: 0 });
    const listed = JSON.parse((await admin('--json', 'blocks', 'list')).out) as { _id: string }[];
    expect(new Set(listed.map(({ _id }) => _id.split(':')[0]))).toEqual(new Set(['iban', 'member', 'phone']));
    const stored = JSON.stringify([await rows('paymentBlocks').find({}).toArray(), await acts()]);
    for (const number of [iban, spaced, phone, iban.slice(4), phone.slice(3)])
      expect(stored).not.toContain(number);
    expect(await acts()).toHaveLength(3);
    const removed = await admin('blocks', 'remove', '--iban', iban.toLowerCase(), ...WHY);
    expect(removed).toMatchObject({ code: 0 });
    const again = await admin('blocks', 'remove', '--iban', iban, ...WHY);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('There is no block iban:') });
    expect((await admin('blocks', 'list')).out).toMatch(/member:[0-9a-f]{24}\s+operator/);
  });

  it('refuses what is no number, a reason with the number in it, and no target', async () => {
    const iban = freshIban();
    const before = (await acts()).length;
    const sentences = [
      [['--iban', 'NL00ABNA0417164300'], 'This is no account number of the SEPA area.'],
      [['--phone', '0612'], 'This is no phone number with a country code'],
      [[], 'Say what is meant'],
    ] as const;
    for (const [named, sentence] of sentences) {
      const refused = await admin('blocks', 'add', ...named, ...WHY);
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(sentence) });
    }
    const named = await admin('blocks', 'add', '--iban', iban, '--reason', `Fraud with ${iban}`);
    expect(named).toMatchObject({ code: 1, err: expect.stringContaining('leave the number out') });
    expect(await acts()).toHaveLength(before);
  });

  it('confirms a block that the bank caused', async () => {
    const _id = `member:${'a'.repeat(24)}`;
    const caused = { _id, why: 'refused', note: 'MD01', at: 1, member: 'a'.repeat(24), isOpen: true };
    await rows('paymentBlocks').insertOne(caused);
    expect((await admin('blocks', 'list')).out).toMatch(/refused\s+MD01.*yes/);
    expect(await admin('blocks', 'add', '--id', _id, ...WHY)).toMatchObject({ code: 0 });
    expect(await rows('paymentBlocks').findOne({ _id })).toMatchObject({ why: 'operator', isOpen: false });
  });
});

describe('npm run admin mandates', () => {
  it('lists mandates without their hashes, and revokes one', async () => {
    const [who] = await world.people({});
    const _id = `HL${'AB'.repeat(12)}`;
    const mandate = {
      _id,
      member: who.id,
      site: 'default',
      account: 'bridge',
      mandateId: 'mdt_1',
      reference: _id,
      holder: 'A. de Vries',
      ibanEnd: '4300',
      ibanKey: 'hash-of-the-account',
      phoneKey: 'hash-of-the-phone',
      bankCountry: 'NL',
      textVersion: '2026-11',
      locale: 'nl',
      signedAt: 1,
      codeAt: 1,
      ipCountry: 'NL',
      state: 'current',
      revokeAt: null,
      forgetAt: new Date('2099-01-01'),
    };
    await rows('mandates').insertOne(mandate);
    const listed = (await admin('--json', 'mandates', 'list', '--member', who.id)).out;
    expect(JSON.parse(listed)).toMatchObject([{ _id, ibanEnd: '4300', state: 'current' }]);
    expect(listed).not.toContain('hash-of');
    expect((await admin('mandates', 'revoke', _id, ...WHY)).out).toContain(`The mandate ${_id} has ended.`);
    expect(await rows('mandates').findOne({ _id })).toMatchObject({ state: 'revoked' });
    const none = await admin('mandates', 'revoke', `HL${'0'.repeat(24)}`, ...WHY);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('There is no mandate') });
  });
});
