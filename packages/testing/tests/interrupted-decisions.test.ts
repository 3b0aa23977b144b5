import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { senderOf } from '../src/index.ts';
import { booksAddUp, twoCores } from './two-cores-in-test.ts';

const { world, a, b } = twoCores();
booksAddUp(world);

const FAKE = { outcome: 'removed_as_fake', reasons: 'Fake.', operator: 'op' } as const;
const died = async (): Promise<never> => {
  throw new Error('died');
};

/** Mara paid for a message to Jonas, who read it, and reported him. */
async function reported() {
  const [mara, jonas] = await world.people({ credits: 5 }, {});
  const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hello', credits: 1 };
  const sent = await a.core.messaging.sendMessage(senderOf(mara), input);
  if (!sent.ok) throw new Error(sent.refusal.code);
  await b.core.messaging.markRead(jonas.id, sent.value.message.conversation, 1);
  const id = await world.reportFake(mara, jonas);
  return { mara, jonas, id };
}

const statusOf = async ({ id }: { id: string }) => (await b.core.accounts.accountOf(id))?.status;
const pending = () => a.mongo.connection.collection('owedReturns').countDocuments({ kind: 'decided' });

describe('an interrupted decision', () => {
  it.each([
    ['before the account was closed', () => vi.spyOn(a.core.accounts, 'suspend')],
    ['before the returns', () => vi.spyOn(a.core.messaging, 'returnAllTo')],
  ] as const)('%s is carried out by the sweep, once', async (_, next) => {
    const { mara, jonas, id } = await reported();
    next().mockImplementationOnce(died);
    await expect(a.core.safety.cases.decide(id, FAKE)).rejects.toThrow('died');
    await world.sweep(31_000);
    await world.sweep(70_000);
    expect(await statusOf(jonas)).toBe('disabled');
    expect(await world.returns(mara)).toEqual(['removed_as_fake']);
    expect(await world.balance(mara)).toBe(5);
    expect(await pending()).toBe(0);
  });

  it('after a complaint is carried out and announced by the sweep, once', async () => {
    const { mara, jonas, id } = await reported();
    await a.core.safety.cases.decide(id, { ...FAKE, outcome: 'warning' });
    await a.core.safety.complain(mara.id, id, 'Look again');
    const answer = {
      outcome: 'changed',
      decides: 'removed_as_fake',
      reasons: 'Fake.',
      operator: 'pia',
    } as const;
    vi.spyOn(a.core.accounts, 'suspend').mockImplementationOnce(died);
    await expect(a.core.safety.cases.answer(id, 'reporter', answer)).rejects.toThrow('died');
    await world.sweep(31_000);
    await world.sweep(70_000);
    expect(await statusOf(jonas)).toBe('disabled');
    expect(await world.returns(mara)).toEqual(['removed_as_fake']);
    const mails = a.mongo.connection.collection<{ _id: string }>('mails');
    const notified = [`case-${id}-reporter-answered`, `case-${id}-reported-changed`];
    expect(await mails.countDocuments({ _id: { $in: notified } })).toBe(2);
    expect(await pending()).toBe(0);
  });

  it('on a fake without a case is carried out by the sweep too', async () => {
    const { mara, jonas } = await reported();
    vi.spyOn(a.core.messaging, 'returnAllTo').mockImplementationOnce(died);
    await expect(a.core.safety.cases.removeAsFake(jonas.id)).rejects.toThrow('died');
    await world.sweep(31_000);
    expect(await statusOf(jonas)).toBe('disabled');
    expect(await world.returns(mara)).toEqual(['removed_as_fake']);
  });

  it.each([
    ['before the profile was hidden', () => vi.spyOn(a.core.profiles, 'setStatus')],
    ['before its returns were scheduled', () => vi.spyOn(a.core.messaging, 'recipientGone')],
  ] as const)('on a plain suspension, %s, is carried out by the sweep too', async (_, next) => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hello', credits: 1 };
    expect(await a.core.messaging.sendMessage(senderOf(mara), input)).toMatchObject({ ok: true });
    next().mockImplementationOnce(died);
    await expect(a.core.safety.cases.suspend(jonas.id)).rejects.toThrow('died');
    await world.sweep(31_000);
    await world.sweep(70_000);
    expect(await statusOf(jonas)).toBe('disabled');
    expect((await b.core.profiles.profileOf(jonas.id))?.status).toBe('disabled');
    expect(await world.returns(mara)).toEqual(['recipient_suspended']);
    expect(await pending()).toBe(0);
  });

  it.each([
    ['with a case', (_: { id: string }, id: string) => a.core.safety.cases.decide(id, FAKE)],
    ['without a case', ({ id }: { id: string }) => a.core.safety.cases.removeAsFake(id)],
  ] as const)('%s closes no account that an operator has let in again since', async (_, decide) => {
    const { mara, jonas, id } = await reported();
    vi.spyOn(a.core.messaging, 'returnAllTo').mockImplementationOnce(died);
    await expect(decide(jonas, id)).rejects.toThrow('died');
    expect(await statusOf(jonas)).toBe('disabled');
    expect(await b.core.accounts.restore(jonas.id)).toBe(true);
    await world.sweep(31_000);
    await world.sweep(70_000);
    expect(await statusOf(jonas)).toBe('active');
    expect(await world.returns(mara)).toEqual([]);
    expect(await pending()).toBe(0);
  });

  it.each(['before it was written', 'before a complaint was answered'] as const)(
    'of a process that stalled over 30 s %s and died is carried out by the sweep',
    async (moment) => {
      const { mara, jonas, id } = await reported();
      const answers = moment === 'before a complaint was answered';
      if (answers) {
        await a.core.safety.cases.decide(id, { ...FAKE, outcome: 'warning' });
        await a.core.safety.complain(mara.id, id, 'Look again');
      }
      const { addPendingDecision } = a.core.messaging;
      vi.spyOn(a.core.messaging, 'addPendingDecision').mockImplementationOnce(async (what) => {
        const done = await addPendingDecision(what);
        await world.sweep(31_000);
        return done;
      });
      vi.spyOn(a.core.accounts, 'suspend').mockImplementationOnce(died);
      const answer = {
        outcome: 'changed',
        decides: FAKE.outcome,
        reasons: 'Fake.',
        operator: 'pia',
      } as const;
      const deciding = answers
        ? a.core.safety.cases.answer(id, 'reporter', answer)
        : a.core.safety.cases.decide(id, FAKE);
      await expect(deciding).rejects.toThrow('died');
      expect(await statusOf(jonas)).toBe('active');
      await world.sweep(31_000);
      expect(await statusOf(jonas)).toBe('disabled');
      expect(await world.returns(mara)).toEqual(['removed_as_fake']);
      await world.sweep(70_000);
      expect(await pending()).toBe(0);
    },
  );

  it('does nothing if it was not stored, or was refused', async () => {
    const { mara, jonas, id } = await reported();
    await a.core.messaging.addPendingDecision({ member: jonas.id, reason: 'removed_as_fake', case: id });
    await world.sweep(31_000);
    expect(await statusOf(jonas)).toBe('active');
    expect(await a.core.safety.cases.decide(id, { ...FAKE, outcome: 'no_action' })).toMatchObject({
      ok: true,
    });
    expect(await b.core.safety.cases.decide(id, FAKE)).toMatchObject({ refusal: { code: 'KEY_REUSED' } });
    expect(await pending()).toBe(0);
    await world.sweep(31_000);
    expect(await statusOf(jonas)).toBe('active');
    expect(await world.returns(mara)).toEqual([]);
  });
});
