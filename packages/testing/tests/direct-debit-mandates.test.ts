import { randomUUID } from 'node:crypto';
import type { AddedMember } from '@heartline/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DebitInput, type Debits, formOf, freshPhone, openDebits } from './debits-in-test.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let debits: Debits;

beforeAll(async () => {
  debits = await openDebits();
});
afterAll(() => debits?.stop());
beforeEach(() => debits.reset());

describe('blocked [S5-021] [S5-022] [S8-013]', () => {
  const block = async (kind: 'iban' | 'phone' | 'member', value: string) => {
    const named = debits.inside.core.payments.debits.blockId({ kind, value });
    if ('problem' in named) throw new Error(named.problem);
    await debits.inside.core.payments.debits.addBlock(named.done, 'seen in fraud');
    return named.done;
  };

  it('refuses account, phone and member in the same words, before a code is sent', async () => {
    const who = await debits.guest();
    const input = formOf();
    const messages = debits.sms.sent.length;
    for (const [kind, value] of [
      ['iban', input.iban?.toLowerCase() as string],
      ['phone', input.phone as string],
      ['member', who.id],
    ] as const) {
      const id = await block(kind, value);
      expect(await debits.ask(who, input)).toEqual({ ok: false, refusal: { code: 'DIRECT_DEBIT_BLOCKED' } });
      await debits.inside.core.payments.debits.removeBlock(id);
    }
    expect(debits.sms.sent.length).toBe(messages);
    expect(await debits.outcome(who, input)).toBe('sent');
  });

  it('refuses an order whose code is entered after the block', async () => {
    const who = await debits.guest();
    const input = formOf();
    const otp = await debits.codeFor(who, input);
    await block('iban', input.iban as string);
    expect(await debits.outcome(who, { ...input, otp })).toBe('DIRECT_DEBIT_BLOCKED');
  });

  it('is the reason against direct debit for a blocked member alone', async () => {
    const [who, other] = [await debits.guest(), await debits.guest()];
    await block('member', who.id);
    const wayOf = async ({ id }: AddedMember) => {
      const { ways } = await debits.inside.core.payments.getPackages({ member: id, site: 'default' });
      return ways.find((way) => way.id === 'sdd')?.reason;
    };
    expect(await wayOf(who)).toBe('blocked');
    expect(await wayOf(other)).toBeNull();
  });
});

describe('the limit [S5-023] [S8-014]', () => {
  it('takes as many of fifty orders at once as fit', async () => {
    const who = await debits.guest();
    const mandate = await debits.signed(who);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => debits.outcome(who, { key: randomUUID(), package: 'p0', mandate })),
    );
    // The first one, of 9.99 €, was ordered with the mandate: nine more fit within 100 €.
    expect(answers.filter((one) => one === 'ordered')).toHaveLength(9);
    expect(answers.filter((one) => one === 'DIRECT_DEBIT_LIMIT')).toHaveLength(41);
    expect(await debits.rows('debitLimits').findOne({ _id: who.id })).toMatchObject({ openCents: 9_990 });
    expect(await debits.rows('payments').countDocuments({ member: who.id })).toBe(10);
    expect(await debits.outcome(who, formOf())).toBe('DIRECT_DEBIT_LIMIT');
  });

  it('frees a place when a debit is paid, failed or beyond the window', async () => {
    const who = await debits.guest();
    const input = formOf({ package: 'p3' });
    const first = await debits.order(who, input);
    const mandate = (await debits.card.stateOf(who, first))?.debit?.reference;
    const again = () => debits.outcome(who, { key: randomUUID(), package: 'p3', mandate });
    expect(await again()).toBe('DIRECT_DEBIT_LIMIT');
    debits.provider.pay(first);
    debits.advance(2_000);
    await debits.card.stateOf(who, first);
    expect(await again()).toBe('ordered');
    expect(await again()).toBe('DIRECT_DEBIT_LIMIT');
    debits.advance(56 * DAY);
    expect(await again()).toBe('ordered');
  });
});

describe('the mandate', () => {
  const viewer = ({ id }: AddedMember) => ({ member: id, site: 'default' });

  it('lets a repeat order go without form and code for 90 days', async () => {
    const who = await debits.guest();
    const input = formOf();
    const paid = await debits.order(who, input);
    debits.provider.pay(paid);
    debits.advance(2_000);
    await debits.card.stateOf(who, paid);
    const { mandate } = await debits.inside.core.payments.getDirectDebit(viewer(who));
    expect(mandate).toEqual({
      id: expect.stringMatching(/^HL/),
      ibanEnd: input.iban?.slice(-4),
      signedAt: expect.any(Number),
      isFresh: true,
    });
    const repeat = (): DebitInput => ({ key: randomUUID(), package: 'p0', mandate: mandate?.id });
    const messages = debits.sms.sent.length;
    expect(await debits.outcome(who, repeat())).toBe('ordered');
    expect(debits.sms.sent.length).toBe(messages);
    debits.advance(90 * DAY);
    const old = await debits.inside.core.payments.getDirectDebit(viewer(who));
    expect(old.mandate).toMatchObject({ isFresh: false });
    expect(await debits.ask(who, repeat())).toEqual({
      ok: false,
      refusal: { code: 'VALIDATION_FAILED', fields: { phone: 'REQUIRED' } },
    });
    expect(await debits.ask(who, { ...repeat(), phone: freshPhone() })).toEqual({
      ok: false,
      refusal: { code: 'VALIDATION_FAILED', fields: { phone: 'PHONE_INVALID' } },
    });
    const third = { ...repeat(), phone: input.phone };
    const otp = await debits.codeFor(who, third);
    expect(await debits.outcome(who, { ...third, otp })).toBe('ordered');
    expect((await debits.inside.core.payments.getDirectDebit(viewer(who))).mandate).toMatchObject({
      isFresh: true,
    });
  });

  it('belongs to its member, and to nobody after it was revoked', async () => {
    const [who, other] = [await debits.guest(), await debits.guest()];
    const mandate = await debits.signed(who);
    const repeat = (): DebitInput => ({ key: randomUUID(), package: 'p0', mandate });
    const invalid = { ok: false, refusal: { code: 'VALIDATION_FAILED', fields: { mandate: 'INVALID' } } };
    expect(await debits.ask(other, repeat())).toEqual(invalid);
    expect(await debits.inside.core.payments.revokeMandate(other.id, mandate)).toMatchObject({ ok: false });
    expect(await debits.inside.core.payments.revokeMandate(who.id, mandate)).toMatchObject({ ok: true });
    expect(await debits.inside.core.payments.revokeMandate(who.id, mandate)).toMatchObject({ ok: true });
    expect(debits.provider.mandates.find(({ wish }) => wish.reference === mandate)).toMatchObject({
      isRevoked: true,
    });
    expect(await debits.ask(who, repeat())).toEqual(invalid);
    expect((await debits.inside.core.payments.getDirectDebit(viewer(who))).mandate).toBeNull();
  });

  it('is revoked at its provider later if that is away', async () => {
    const who = await debits.guest();
    const mandate = await debits.signed(who);
    debits.provider.losesAnswers(() => true);
    expect(await debits.inside.core.payments.revokeMandate(who.id, mandate)).toMatchObject({ ok: true });
    debits.provider.losesAnswers(() => false);
    const rowOf = () => debits.rows<{ revokeAt: number | null }>('mandates').findOne({ _id: mandate });
    expect(await rowOf()).toMatchObject({ state: 'revoked', revokeAt: expect.any(Number) });
    debits.advance(11 * MINUTE);
    await debits.inside.core.payments.reconcilePayments();
    expect(await rowOf()).toMatchObject({ revokeAt: null });
  });

  it('replaces the one before it, and is kept for 14 months after its last debit', async () => {
    const who = await debits.guest();
    const first = await debits.signed(who);
    const second = await debits.signed(who);
    const stored = await debits
      .rows<{ state: string; forgetAt: Date; signedAt: number }>('mandates')
      .find({ member: who.id })
      .toArray();
    expect(Object.fromEntries(stored.map(({ _id, state }) => [_id, state]))).toEqual({
      [first]: 'replaced',
      [second]: 'current',
    });
    const { forgetAt, signedAt } = stored[0] as (typeof stored)[0];
    expect(forgetAt.getTime() - signedAt).toBeGreaterThanOrEqual(427 * DAY);
  });
});

describe('an answer that is lost', () => {
  it('leaves one mandate and one debit after the same request comes again', async () => {
    const who = await debits.guest();
    const input = formOf();
    const otp = await debits.codeFor(who, input);
    let lost = 0;
    // The mandate, then the debit, each once.
    debits.provider.losesAnswers(() => (lost += 1) <= 1);
    expect(await debits.outcome(who, { ...input, otp })).toBe('PAYMENT_UNAVAILABLE');
    lost = -1;
    expect(await debits.outcome(who, input)).toBe('PAYMENT_UNAVAILABLE');
    debits.provider.losesAnswers(() => false);
    expect(await debits.outcome(who, input)).toBe('ordered');
    expect(debits.provider.mandates.filter(({ wish }) => wish.debtor.iban === input.iban)).toHaveLength(1);
    const [payment] = await debits.rows('payments').find({ member: who.id }).toArray();
    expect(await debits.provider.find(payment?._id ?? '', 0)).toHaveLength(1);
  });

  it('is found by the next pass, without the member', async () => {
    const who = await debits.guest();
    const input = formOf();
    const otp = await debits.codeFor(who, input);
    let answers = 0;
    debits.provider.losesAnswers(() => (answers += 1) === 2);
    expect(await debits.outcome(who, { ...input, otp })).toBe('PAYMENT_UNAVAILABLE');
    debits.provider.losesAnswers(() => false);
    const [payment] = await debits.rows('payments').find({ member: who.id }).toArray();
    debits.provider.pay(payment?._id ?? '');
    debits.advance(2 * MINUTE);
    await debits.inside.core.payments.reconcilePayments();
    expect(await debits.creditsOf(who)).toBe(25);
    expect(await debits.outcome(who, input)).toBe('ordered');
  });

  it('is looked for after the provider forgot its key, before another debit', async () => {
    const who = await debits.guest();
    const input = formOf();
    const otp = await debits.codeFor(who, input);
    let answers = 0;
    debits.provider.losesAnswers(() => (answers += 1) === 2);
    expect(await debits.outcome(who, { ...input, otp })).toBe('PAYMENT_UNAVAILABLE');
    debits.provider.losesAnswers(() => false);
    const [payment] = await debits.rows('payments').find({ member: who.id }).toArray();
    // The code is forgotten after a day as well.
    debits.advance(25 * 60 * MINUTE);
    expect(await debits.outcome(who, input)).toBe('ordered');
    expect(await debits.provider.find(payment?._id ?? '', 0)).toHaveLength(1);
  });
});

describe('the data of a member', () => {
  it('has the mandates in the archive, and no name or use of them after an erasure', async () => {
    const who = await debits.guest();
    const input = formOf();
    const payment = await debits.order(who, input);
    const { personalData } = debits.inside.core.payments;
    const parts: unknown[] = [];
    for await (const part of personalData.gather(who.id)) parts.push(part);
    const archive = JSON.stringify(parts);
    expect(archive).toContain('"accountHolder":"A. de Vries"');
    expect(archive).toContain(`"accountEnd":"${input.iban?.slice(-4)}"`);
    for (const number of [input.iban, input.phone]) expect(archive).not.toContain(number?.slice(4));
    await personalData.erase(who.id);
    const [mandate] = await debits.rows('mandates').find({ member: who.id }).toArray();
    expect(mandate).toMatchObject({ holder: '', ipCountry: null, state: 'revoked' });
    expect(await debits.rows('debitLimits').findOne({ _id: who.id })).toBeNull();
    expect(await debits.rows('smsCodes').countDocuments({ _id: `${who.id}:${input.key}` })).toBe(0);
    expect(await debits.rows('payments').findOne({ _id: payment })).not.toBeNull();
    await debits.inside.core.payments.reconcilePayments();
    const known = debits.provider.mandates.find(({ wish }) => wish.debtor.iban === input.iban);
    expect(known).toMatchObject({ isRevoked: true });
  });
});
