import { randomUUID } from 'node:crypto';
import { complain, complainByLink, getCase, reportProfile } from '@heartline/contracts';
import { outcomeOf, type Person, startWorld, type WorldHere } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true });
});
afterAll(() => world?.stop());

const DAY_MS = 86_400_000;
const core = () => world.gateways[0].core;
const report = (who: Person, whom: Person) =>
  who.http.call(reportProfile, {
    clientId: randomUUID(),
    profile: whom.id,
    subject: { kind: 'profile' },
    reason: 'scam',
    note: 'Asked me for money.',
  });
const decide = (id: string, outcome: 'no_action' | 'warning') =>
  core().safety.cases.decide(id, { outcome, reasons: 'What was written is clear.', operator: 'olga' });

describe('a case', () => {
  it('takes one complaint from each side within six months, and shows its answer', async () => {
    const [mara, jonas] = await world.people({}, {});
    const { case: id } = await report(mara, jonas);
    expect(await outcomeOf(mara.http.call(complain, { id, words: 'Too early' }))).toBe('COMPLAINT_CLOSED');
    await decide(id, 'warning');
    const both = await Promise.all(
      ['It was a joke', 'I did not write that'].map((words) =>
        outcomeOf(jonas.http.call(complain, { id, words })),
      ),
    );
    expect(both.sort()).toEqual(['COMPLAINT_CLOSED', 'OK']);
    expect(await outcomeOf(mara.http.call(complain, { id, words: '\u3164\u2800' }))).toBe('COMPLAINT_CLOSED');
    expect(await outcomeOf(mara.http.call(complain, { id, words: 'A warning is too little' }))).toBe('OK');
    const answer = { outcome: 'changed' as const, reasons: 'We were wrong.', operator: 'pia' };
    // Without the deciding operator.
    const own = { ...answer, operator: 'olga' };
    expect(await core().safety.cases.answer(id, 'reported', own)).toMatchObject({ ok: false });
    expect(await core().safety.cases.answer(id, 'reported', answer)).toMatchObject({ ok: true });
    const other = { ...answer, reasons: 'We were right.' };
    expect(await core().safety.cases.answer(id, 'reported', other)).toMatchObject({ ok: false });
    const { case: seen } = await jonas.http.call(getCase, { id });
    expect(seen.complaint).toMatchObject({ answer: { outcome: 'changed', reasons: 'We were wrong.' } });
    expect(JSON.stringify(seen)).not.toMatch(/pia|A warning is too little/);
  });

  it('mails an interrupted answer once when the same answer is given again', async () => {
    const [mara, jonas] = await world.people({}, {});
    const { case: id } = await report(mara, jonas);
    await decide(id, 'warning');
    await jonas.http.call(complain, { id, words: 'It was a joke' });
    const answer = { outcome: 'upheld' as const, reasons: 'It was none.', operator: 'pia' };
    const again = () => core().safety.cases.answer(id, 'reported', answer);
    await again();
    const mails = world.inside.mongo.connection.collection<{ _id: string }>('mails');
    const _id = `case-${id}-reported-answered`;
    await mails.deleteOne({ _id });
    expect([await again(), await again()]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await mails.countDocuments({ _id })).toBe(1);
  });

  it('takes no complaint after six months', async () => {
    const [mara, jonas] = await world.people({}, {});
    const { case: id } = await report(mara, jonas);
    await decide(id, 'warning');
    await world.inside.mongo.connection
      .collection<{ _id: string }>('cases')
      .updateOne({ _id: id }, { $set: { 'decision.at': world.clock.now() - 185 * DAY_MS } });
    expect(await outcomeOf(jonas.http.call(complain, { id, words: 'Too late' }))).toBe('COMPLAINT_CLOSED');
  });

  it('is not carried out again by the old decision once a complaint changed it', async () => {
    const [mara, jonas] = await world.people({}, { name: 'Jonas' });
    const { case: id } = await report(mara, jonas);
    await decide(id, 'warning');
    await jonas.http.call(complain, { id, words: 'It wasn’t me' });
    const answer = { outcome: 'changed', reasons: 'It was not.', operator: 'otto' } as const;
    expect(await core().safety.cases.answer(id, 'reported', answer)).toMatchObject({ ok: true });
    expect(await decide(id, 'warning')).toMatchObject({ refusal: { code: 'KEY_REUSED' } });
  });

  it('reports a changed decision to both sides, and takes a complaint about it', async () => {
    const [mara, jonas] = await world.people({}, { name: 'Jonas' });
    const { case: id } = await report(mara, jonas);
    await decide(id, 'no_action');
    await mara.http.call(complain, { id, words: 'Look again' });
    const answer = {
      outcome: 'changed',
      decides: 'suspended',
      reasons: 'There was more.',
      operator: 'otto',
    } as const;
    const give = (by: { reasons?: string }) =>
      core().safety.cases.answer(id, 'reporter', { ...answer, ...by });
    expect(await give({})).toMatchObject({ ok: true });
    expect(await give({})).toMatchObject({ ok: true });
    expect(await give({ reasons: 'Other words.' })).toMatchObject({ refusal: { code: 'COMPLAINT_CLOSED' } });
    expect((await core().accounts.accountOf(jonas.id))?.status).toBe('disabled');
    const changed = { outcome: 'suspended', reasons: 'There was more.' };
    const { case: hers } = await mara.http.call(getCase, { id });
    expect(hers).toMatchObject({
      decision: { outcome: 'no_action', changed },
      complaint: { answer: { outcome: 'changed' } },
    });
    // A side that did not know of the report is notified now, and may complain within the same period.
    const mails = world.inside.mongo.connection.collection<{ _id: string; secret: string }>('mails');
    const sent = await mails.find({ member: jonas.id, template: 'case-news' } as never).toArray();
    expect(sent.map((mail) => mail._id)).toEqual([`case-${id}-reported-changed`]);
    const key = sent[0]?.secret.split('.')[1] ?? '';
    await world.inside.mongo.connection
      .collection<{ _id: string }>('cases')
      .updateOne({ _id: id }, { $set: { 'decision.at': world.clock.now() - 185 * DAY_MS } });
    const { case: his } = await world.browser().call(complainByLink, { id, key, words: 'It wasn’t me' });
    expect(his).toMatchObject({ role: 'reported', decision: { changed }, complaint: { answer: null } });
    expect(JSON.stringify(his)).not.toMatch(/otto|Look again/);
    // Without the operator who changed it.
    const last = { outcome: 'upheld', reasons: 'It was.' } as const;
    const answerHim = (operator: string) => core().safety.cases.answer(id, 'reported', { ...last, operator });
    expect(await answerHim('otto')).toMatchObject({ refusal: { code: 'COMPLAINT_CLOSED' } });
    expect(await answerHim('pia')).toMatchObject({ ok: true });
  });

  it('closes no account by an older answer after a later one changed it back', async () => {
    const [mara, jonas] = await world.people({}, { name: 'Jonas' });
    const { case: id } = await report(mara, jonas);
    await decide(id, 'warning');
    await mara.http.call(complain, { id, words: 'Look again' });
    await jonas.http.call(complain, { id, words: 'It wasn’t me' });
    const close = () =>
      core().safety.cases.answer(id, 'reporter', {
        outcome: 'changed',
        decides: 'suspended',
        reasons: 'There was more.',
        operator: 'otto',
      });
    expect(await close()).toMatchObject({ ok: true });
    world.clock.advance(1_000);
    const back = { outcome: 'changed', decides: 'warning', reasons: 'It was him alone.' } as const;
    expect(await core().safety.cases.answer(id, 'reported', { ...back, operator: 'pia' })).toMatchObject({
      ok: true,
    });
    expect(await core().accounts.restore(jonas.id)).toBe(true);
    expect(await close()).toMatchObject({ ok: true });
    expect((await core().accounts.accountOf(jonas.id))?.status).toBe('active');
  });

  it.each(['the decision', 'the answer'])(
    'closes no account by repeated %s after an operator let it in again',
    async (what) => {
      const [mara, jonas] = await world.people({}, { name: 'Jonas' });
      const { case: id } = await report(mara, jonas);
      const close = { reasons: 'There was more.', operator: 'otto' };
      if (what === 'the answer') {
        await decide(id, 'warning');
        await mara.http.call(complain, { id, words: 'Look again' });
      }
      const say = () =>
        what === 'the answer'
          ? core().safety.cases.answer(id, 'reporter', { ...close, outcome: 'changed', decides: 'suspended' })
          : core().safety.cases.decide(id, { ...close, outcome: 'suspended' });
      expect(await say()).toMatchObject({ ok: true });
      expect((await core().accounts.accountOf(jonas.id))?.status).toBe('disabled');
      world.clock.advance(1_000);
      expect(await core().accounts.restore(jonas.id)).toBe(true);
      // It stays a repeat: nothing new, and no refusal.
      expect(await say()).toMatchObject({ ok: true });
      expect((await core().accounts.accountOf(jonas.id))?.status).toBe('active');
      await core().messaging.sweepReturns();
      expect((await core().accounts.accountOf(jonas.id))?.status).toBe('active');
    },
  );

  it('shows operators its state after a complaint, and that its account stays closed', async () => {
    const admin = adminOf(world, { OPERATOR: 'pia' });
    const [mara, jonas] = await world.people({}, { name: 'Jonas' });
    const { case: id } = await report(mara, jonas);
    await core().safety.cases.decide(id, { outcome: 'suspended', reasons: 'Clear.', operator: 'olga' });
    await mara.http.call(complain, { id, words: 'He told me it was his brother' });
    const answer = ['case', 'answer', id, '--side', 'reporter', '--outcome', 'changed'];
    const given = await admin(...answer, '--decides', 'warning', '--reason', 'It was his brother.');
    expect(given).toMatchObject({ code: 0, out: expect.stringContaining(`member restore ${jonas.id}`) });
    const { out } = await admin('case', 'list', '--state', 'decided', '--limit', '1000');
    expect(out.split('\n').find((line) => line.startsWith(id))).toMatch(/ warning /);
  });

  it('shows operators that texts were unsent before the report, or never shown', async () => {
    const [mara, jonas] = await world.people({}, {});
    const { case: id } = await report(mara, jonas);
    const message = { sender: jonas.id, text: 'Send me money', at: 1, before: [] };
    const show = async (snapshot: object) => {
      await world.inside.mongo.connection
        .collection<{ _id: string }>('cases')
        .updateOne({ _id: id }, { $set: { 'snapshot.message': snapshot } });
      return (await adminOf(world)('case', 'show', id)).out;
    };
    expect(await show(message)).not.toMatch(/takenBack|withheld/);
    expect(await show({ ...message, takenBack: true })).toMatch(/takenBack +yes: the reporter does not read/);
    expect(await show({ ...message, withheld: true })).toMatch(/withheld +yes: undelivered or too old/);
  });
});
