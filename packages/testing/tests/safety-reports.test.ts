import { randomUUID } from 'node:crypto';
import {
  getCase,
  getCases,
  getReportable,
  type InputOf,
  postMessage,
  reportProfile,
  unsendMessage,
} from '@heartline/contracts';
import { outcomeOf, type Person, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true });
});
afterAll(() => world?.stop());

const cases = () => world.gateways[0].core.safety.cases;
const write = async (from: Person, to: Person, text: string, more = {}) =>
  (
    await from.http.call(postMessage, {
      clientId: randomUUID(),
      profile: to.id,
      text,
      credits: 1,
      ...more,
    })
  ).message;
const report = (who: Person, whom: Person, change: Partial<InputOf<typeof reportProfile>> = {}) =>
  who.http.call(reportProfile, {
    clientId: randomUUID(),
    profile: whom.id,
    subject: { kind: 'profile' },
    reason: 'harassment',
    note: '',
    ...change,
  });

it('what was taken back is read by who judges its report and who wrote it, not by who reports it', async () => {
  const [mara, jonas] = await world.people({ name: 'Mara' }, { name: 'Jonas', credits: 9 });
  const stays = await write(jonas, mara, 'This one stays');
  const { conversation, seq } = await write(jonas, mara, 'Words of anger');
  await jonas.http.call(unsendMessage, { conversation, seq });
  const gift = await write(jonas, mara, '', { gift: 'rose', credits: 3 });
  const { messages } = await mara.http.call(getReportable, { profile: jonas.id });
  expect(messages).toEqual([
    { seq: gift.seq, kind: 'gift', text: '', at: gift.at },
    { seq, kind: 'text', text: '', at: expect.any(Number), takenBack: true },
    { seq: stays.seq, kind: 'text', text: 'This one stays', at: stays.at },
  ]);
  const { case: id } = await report(mara, jonas, { subject: { kind: 'message', conversation, seq } });
  const seen = await mara.http.call(getCase, { id });
  expect(seen.case.facts).toMatchObject({ words: null, at: messages[1]?.at });
  expect(JSON.stringify([seen, await mara.http.call(getCases, {})])).not.toContain('anger');
  expect((await cases().find(id))?.snapshot.message?.text).toBe('Words of anger');
  await cases().decide(id, { outcome: 'warning', reasons: 'It is clear.', operator: 'olga' });
  expect((await jonas.http.call(getCase, { id })).case.facts.words).toBe('Words of anger');
  expect((await mara.http.call(getCase, { id })).case.facts.words).toBeNull();
});

it('another report under a key that was used is refused, and not taken for the first one', async () => {
  const [mara, jonas] = await world.people({}, { credits: 9 });
  const [one, two] = [await write(jonas, mara, 'One'), await write(jonas, mara, 'Two')];
  const about = ({ conversation, seq }: typeof one) => ({ kind: 'message', conversation, seq }) as const;
  const first = { clientId: randomUUID(), subject: about(one), note: 'It hurts' };
  const made = await report(mara, jonas, first);
  expect(await report(mara, jonas, { ...first, note: ' It hurts\n' })).toEqual(made);
  const others = [{ subject: about(two) }, { reason: 'hate' as const }, { note: 'It hurts a lot' }];
  for (const other of others) {
    expect(await outcomeOf(report(mara, jonas, { ...first, ...other }))).toBe('KEY_REUSED');
  }
  // Neither of two that come at the same moment is lost without a word.
  const clientId = randomUUID();
  const both = ['scam', 'spam'] as const;
  const outcomes = both.map((reason) => outcomeOf(report(mara, jonas, { clientId, reason })));
  expect((await Promise.all(outcomes)).sort()).toEqual(['KEY_REUSED', 'OK']);
});
