import { randomUUID } from 'node:crypto';
import {
  blockProfile,
  getCase,
  getCases,
  getReportable,
  type InputOf,
  openCaseLink,
  postMessage,
  reportProfile,
  setInvisible,
  unblockProfile,
  unsendMessage,
} from '@heartline/contracts';
import { outcomeOf, type Person, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true });
});
afterAll(() => world?.stop());

const core = () => world.gateways[0].core;
const cases = () => core().safety.cases;
const stored = (collection: string) => world.inside.mongo.connection.collection<{ _id: string }>(collection);
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

it('shows an unsent message of a report to judge and author, not to the reporter', async () => {
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
  expect(seen.case.facts).toMatchObject({ words: null, takenBack: true, at: messages[1]?.at });
  expect(JSON.stringify([seen, await mara.http.call(getCases, {})])).not.toContain('anger');
  expect((await cases().find(id))?.snapshot.message?.text).toBe('Words of anger');
  await cases().decide(id, { outcome: 'warning', reasons: 'It is clear.', operator: 'olga' });
  expect((await jonas.http.call(getCase, { id })).case.facts.words).toBe('Words of anger');
  expect((await mara.http.call(getCase, { id })).case.facts.words).toBeNull();
});

it.each([
  ['the recipient', 1],
  ['the author', 0],
] as const)('shows texts that a block by %s paid back to the judge alone', async (_who, blocker) => {
  const both = await world.people({ name: 'Jonas', credits: 9 }, { name: 'Mara' });
  const [jonas, mara] = both;
  const [one, other] = blocker === 0 ? both : both.toReversed();
  const { conversation, seq: arrived } = await write(jonas, mara, 'This one arrived');
  await core().messaging.markReceived(mara.id, conversation, arrived);
  const { seq, at } = await write(jonas, mara, 'Never delivered');
  const subject = { kind: 'message', conversation, seq } as const;
  await one?.http.call(blockProfile, { profile: other?.id ?? '' });
  expect((await core().credits.balanceOf(jonas.id)).credits).toBe(8);
  const { case: id } = await report(mara, jonas, { subject });
  // Neither a later receipt of a device nor an unblock brings them back.
  await core().messaging.markReceived(mara.id, conversation, seq + 1);
  await one?.http.call(unblockProfile, { profile: other?.id ?? '' });
  const { messages } = await mara.http.call(getReportable, { profile: jonas.id });
  expect(messages).toEqual([
    { seq, kind: 'text', text: '', at },
    { seq: arrived, kind: 'text', text: 'This one arrived', at: expect.any(Number) },
  ]);
  const { case: later } = await report(mara, jonas, { subject });
  for (const made of [id, later]) {
    expect((await mara.http.call(getCase, { id: made })).case.facts).toMatchObject({ words: null, at });
    expect((await cases().find(made))?.snapshot.message?.text).toBe('Never delivered');
  }
  await cases().decide(id, { outcome: 'warning', reasons: 'It is clear.', operator: 'olga' });
  expect((await jonas.http.call(getCase, { id })).case.facts.words).toBe('Never delivered');
});

it('shows texts older than the site shows to the judge of their report alone', async () => {
  const [mara, jonas] = await world.people({ name: 'Mara' }, { name: 'Jonas', credits: 9 });
  const { conversation, seq } = await write(jonas, mara, 'Of long ago');
  const subject = { kind: 'message', conversation, seq } as const;
  const { case: young } = await report(mara, jonas, { subject });
  const at = world.clock.now() - 366 * 86_400_000;
  await stored('messages').updateOne(
    { _id: `${conversation}:${String(seq).padStart(10, '0')}` },
    { $set: { at } },
  );
  const { case: old } = await report(mara, jonas, { subject });
  const factsOf = async (id: string) => (await mara.http.call(getCase, { id })).case.facts;
  expect((await factsOf(young)).words).toBe('Of long ago');
  expect(await factsOf(old)).toMatchObject({ words: null, at });
  expect((await cases().find(old))?.snapshot.message?.text).toBe('Of long ago');
});

describe('a reported profile', () => {
  const about = 'Words about me';
  const wordsFor = async (who: Person, id: string) => (await who.http.call(getCase, { id })).case.facts.words;
  const two = async () => {
    const [mara, jonas] = await world.people(
      { name: 'Mara' },
      { name: 'Jonas', premium: true, profile: { about } },
    );
    return { mara, jonas };
  };

  it('is shown to a reporter who could open it, and older cases do not store that', async () => {
    const { mara, jonas } = await two();
    const { case: id } = await report(mara, jonas);
    expect(await wordsFor(mara, id)).toBe(about);
    await stored('cases').updateOne({ _id: id }, { $unset: { 'snapshot.shown': '' } });
    expect(await wordsFor(mara, id)).toBeNull();
  });

  it('is hidden from the reporter on a site that does not show it', async () => {
    const { mara, jonas } = await two();
    await stored('sites').updateOne(
      { _id: 'default' },
      { $set: { visible_profile_fields: ['interests'] } },
      { upsert: true },
    );
    world.clock.advance(10_000);
    const { case: id } = await report(mara, jonas);
    expect(await wordsFor(mara, id)).toBeNull();
    expect((await cases().find(id))?.snapshot.person.about).toBe(about);
    await stored('sites').deleteOne({ _id: 'default' });
    world.clock.advance(10_000);
  });

  type Hide = (mara: Person, jonas: Person) => Promise<unknown>;
  it.each<[how: string, hide: Hide]>([
    ['blocks them', (mara, jonas) => jonas.http.call(blockProfile, { profile: mara.id })],
    ['is invisible', (_, jonas) => jonas.http.call(setInvisible, { invisible: true })],
    ['is gone', (_, jonas) => core().profiles.setStatus(jonas.id, 'deleted')],
  ])('of a member who %s is hidden from the reporter, but not from judge and author', async (_how, hide) => {
    const { mara, jonas } = await two();
    await hide(mara, jonas);
    const { case: id } = await report(mara, jonas);
    expect(await wordsFor(mara, id)).toBeNull();
    expect((await cases().find(id))?.snapshot.person.about).toBe(about);
    await cases().decide(id, { outcome: 'warning', reasons: 'It is clear.', operator: 'olga' });
    const link = await cases().link(id, 'reported');
    const key = link.ok ? (link.value.split('#')[1] ?? '') : '';
    expect((await world.browser().call(openCaseLink, { id, key })).case.facts.words).toBe(about);
  });
});

it('lists hidden members first as reportable, and never an erased one', async () => {
  const [mara, hidden, ...others] = await world.people(
    { name: 'Mara' },
    { name: 'Hidden' },
    ...Array.from({ length: 51 }, (_, n) => ({ name: `Other${n}` })),
  );
  const ids = [hidden.id, ...others.map(({ id }) => id), 'f'.repeat(24)];
  await stored('inbox').insertMany(
    ids.map((profile, lastAt) => {
      const conversation = core().messaging.conversationOf(mara.id, profile);
      const marks = { lastSeq: 1, readSeq: 0, receivedSeq: 0, removedSeq: 0 };
      return { _id: `${mara.id}:${conversation}`, member: mara.id, conversation, profile, lastAt, ...marks };
    }),
  );
  await hidden.http.call(blockProfile, { profile: mara.id });
  const { people } = await mara.http.call(getCases, {});
  expect(people.map(({ name }) => name)).toEqual([
    'Hidden',
    ...Array.from({ length: 49 }, (_, n) => `Other${50 - n}`),
  ]);
});

it('refuses another report under a used key, instead of repeating the first one', async () => {
  const [mara, jonas] = await world.people({}, { credits: 9 });
  const [one, two] = [await write(jonas, mara, 'One'), await write(jonas, mara, 'Two')];
  const about = ({ conversation, seq }: typeof one) => ({ kind: 'message', conversation, seq }) as const;
  const first = { clientId: randomUUID(), subject: about(one), note: 'It hurts' };
  const made = await report(mara, jonas, first);
  expect(await report(mara, jonas, { ...first, note: ' It\u0007 hurts\n' })).toEqual(made);
  const others = [{ subject: about(two) }, { reason: 'hate' as const }, { note: 'It hurts a lot' }];
  for (const other of others) {
    expect(await outcomeOf(report(mara, jonas, { ...first, ...other }))).toBe('KEY_REUSED');
  }
  // Of two at the same time, neither is lost silently.
  const clientId = randomUUID();
  const both = ['scam', 'spam'] as const;
  const outcomes = both.map((reason) => outcomeOf(report(mara, jonas, { clientId, reason })));
  expect((await Promise.all(outcomes)).sort()).toEqual(['KEY_REUSED', 'OK']);
});
