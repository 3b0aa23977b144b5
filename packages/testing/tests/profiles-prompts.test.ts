import { randomUUID } from 'node:crypto';
import {
  getCase,
  getOwnProfile,
  getProfile,
  getPrompts,
  PROMPTS,
  reportProfile,
  updateProfile,
} from '@heartline/contracts';
import { type MemberWish, refusalOf, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true });
});
afterAll(() => world?.stop());

const someone = async (wish: MemberWish = {}) => (await world.people(wish))[0];

const sites = () => world.inside.mongo.connection.collection<{ _id: string }>('sites');
/** Sets settings of the site, and waits until each process sees them. */
const siteHas = async (settings: object) => {
  await sites().updateOne({ _id: 'default' }, { $set: settings }, { upsert: true });
  world.clock.advance(10_000);
};
afterEach(async () => {
  const { deletedCount } = await sites().deleteOne({ _id: 'default' });
  if (deletedCount > 0) world.clock.advance(10_000);
});

const answered = (...keys: string[]) => keys.map((key) => ({ key, answer: `Answer to ${key}` }));
const three = answered('together', 'bad_at', 'green_flag');

describe('answers to prompts', () => {
  it('are saved in order, repeated, moved and removed, and others see them', async () => {
    const { id, http: client } = await someone({ profile: { about: 'Tea first.' } });
    const { http: other } = await someone();
    const shown = async () => {
      world.clock.advance(10_000);
      return (await other.call(getProfile, { id })).profile.prompts;
    };
    for (const prompts of [three, three, three.toReversed(), three.slice(1), []]) {
      const { profile } = await client.call(updateProfile, { prompts });
      expect(profile).toMatchObject({ prompts, about: 'Tea first.' });
      expect((await client.call(getOwnProfile, {})).profile.prompts).toEqual(prompts);
      expect(await shown()).toEqual(prompts);
    }
  });

  it.each([
    ['four', answered(...PROMPTS.slice(0, 4)), 'TOO_LONG'],
    ['a prompt twice', answered('together', 'together'), 'INVALID'],
    ['an unknown prompt', answered('unheard_of'), 'INVALID'],
    ['151 characters', [{ key: 'together', answer: 'é'.repeat(151) }], 'TOO_LONG'],
    ['a megabyte', [{ key: 'together', answer: 'x'.repeat(3_000) }], 'TOO_LONG'],
    ['an operator of the database', [{ key: 'together', answer: { $gt: '' } as never }], 'REQUIRED'],
  ])('refuse %s and keep those from before', async (_what, prompts, fault) => {
    const { http: client } = await someone({ profile: { prompts: three } });
    const refused = await refusalOf(client.call(updateProfile, { prompts }));
    expect(refused.error).toMatchObject({ code: 'VALIDATION_FAILED', fields: { prompts: fault } });
    expect((await client.call(getOwnProfile, {})).profile.prompts).toEqual(three);
  });

  it('are stored like "about me": 150 characters, as plain text, without blank ones', async () => {
    const { http: client } = await someone();
    const { profile } = await client.call(updateProfile, {
      prompts: [
        { key: 'together', answer: ` ${'👨‍👩‍👧‍👦'.repeat(150)}\n` },
        { key: 'bad_at', answer: '\u2800 \u200b' },
        { key: 'green_flag', answer: '<b>kind</b>\u202Eexe\r\n\r\nand late' },
      ],
    });
    expect(profile.prompts).toEqual([
      { key: 'together', answer: '👨‍👩‍👧‍👦'.repeat(150) },
      { key: 'green_flag', answer: '<b>kind</b>exe and late' },
    ]);
  });

  it('are shown only on a site that shows them', async () => {
    const { id } = await someone({ profile: { prompts: three } });
    const { http: other } = await someone();
    await siteHas({ visible_profile_fields: ['about'] });
    expect((await other.call(getProfile, { id })).profile.prompts).toEqual([]);
  });
});

describe('prompts of a site', () => {
  it('are those of the product, in the language of the caller', async () => {
    const german = world.browser();
    german.cookies.set('i18n_redirected', 'de');
    const { prompts } = await german.call(getPrompts, {});
    expect(prompts.map(({ key }) => key)).toEqual([...PROMPTS]);
    expect(prompts.find(({ key }) => key === 'together')?.question).toBe('Zusammen könnten wir');
  });

  it('are chosen by an operator; answers to withdrawn ones are hidden, not lost', async () => {
    const { id, http: client } = await someone({ profile: { prompts: three } });
    const { http: other } = await someone();
    await siteHas({
      profile_prompts: ['together', { key: 'best_bar', questions: { nl: 'Beste kroeg', de: 'Beste Bar' } }],
    });
    expect((await world.browser().call(getPrompts, {})).prompts).toEqual([
      { key: 'together', question: 'Together, we could' },
      // Without English, the first language there is.
      { key: 'best_bar', question: 'Beste kroeg' },
    ]);
    expect((await other.call(getProfile, { id })).profile.prompts).toEqual(answered('together'));
    expect((await client.call(getOwnProfile, {})).profile.prompts).toEqual(three);
    const changed = [...answered('best_bar', 'bad_at'), { key: 'together', answer: 'Sail' }];
    expect((await client.call(updateProfile, { prompts: changed })).profile.prompts).toEqual(changed);
    // A withdrawn prompt is not answered anew.
    const refused = await refusalOf(client.call(updateProfile, { prompts: answered('green_flag') }));
    expect(refused.error).toMatchObject({ fields: { prompts: 'INVALID' } });
  });

  it('stay those of the product if the setting has an invalid form', async () => {
    await siteHas({ profile_prompts: [{ key: 'No Key', questions: {} }] });
    expect((await world.browser().call(getPrompts, {})).prompts).toHaveLength(PROMPTS.length);
  });
});

describe('a report of a profile', () => {
  it('keeps the answers for the judge, and shows the reporter those they could read', async () => {
    const [mara, jonas] = await world.people(
      { name: 'Mara' },
      { name: 'Jonas', profile: { prompts: three.slice(0, 2) } },
    );
    await siteHas({ profile_prompts: ['together'] });
    const { case: id } = await mara.http.call(reportProfile, {
      clientId: randomUUID(),
      profile: jonas.id,
      subject: { kind: 'profile' },
      reason: 'harassment',
      note: '',
    });
    await jonas.http.call(updateProfile, { prompts: [] });
    const { cases } = world.gateways[0].core.safety;
    expect((await cases.find(id))?.snapshot.person.prompts).toEqual(three.slice(0, 2));
    const wordsFor = async (who: typeof mara) => (await who.http.call(getCase, { id })).case.facts.words;
    expect(await wordsFor(mara)).toBe('Answer to together');
    await cases.decide(id, { outcome: 'warning', reasons: 'It is clear.', operator: 'olga' });
    expect(await wordsFor(jonas)).toBe('Answer to together\n\nAnswer to bad_at');
  });
});
