import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPages, WHY, wordsOf } from './pages-in-test.ts';

/** A renamed page moves with its history, and its old address leads to it. */
let pages: Awaited<ReturnType<typeof startPages>>;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages?.stop());

describe('a renamed page', () => {
  it('answers under its old name after it was renamed, with its history', async () => {
    await pages.publish('jobs', 'First.');
    await pages.publish('jobs', 'Second.');
    await pages.run('pages', 'rename', 'jobs', 'careers', ...WHY);
    expect(await pages.pageOn({ slug: 'jobs' })).toMatchObject({ slug: 'careers', version: 2 });
    expect(await pages.pageOn({ slug: 'careers', version: 1 })).toMatchObject({ version: 1 });
    await pages.run('pages', 'rename', 'careers', 'work-here', ...WHY);
    expect(await pages.pageOn({ slug: 'jobs' })).toMatchObject({ slug: 'work-here' });
    await pages.publish('team', 'The team.');
    expect(await pages.refused('pages', 'rename', 'work-here', 'team', ...WHY)).toBe(
      '"team" is a page already.',
    );
    await pages.run('pages', 'rename', 'work-here', 'jobs', ...WHY);
    expect(await pages.pageOn({ slug: 'careers' })).toMatchObject({ slug: 'jobs', version: 2 });
  });

  it('keeps a removed text and drafts out of sight when another page takes the name', async () => {
    await pages.publish('story', 'Removed.');
    await pages.run('pages', 'remove', 'story', 'en', ...WHY);
    await pages.publish('our-story', 'Live.');
    expect(await pages.refused('pages', 'rename', 'our-story', 'story', ...WHY)).toMatch(
      /^story \(en\) has versions/,
    );
    await pages.run('pages', 'set', 'plans', 'en', await pages.textFile('Draft.'), ...WHY);
    expect(await pages.refused('pages', 'rename', 'our-story', 'plans', ...WHY)).toMatch(
      /^plans \(en\) has versions/,
    );
    expect(wordsOf((await pages.pageOn({ slug: 'our-story' })).blocks)).toContain('Live.');
    expect(await pages.answerTo({ slug: 'story' })).toBe('PAGE_GONE');
  });

  it('answers after it was renamed there, back and there again', async () => {
    await pages.publish('first-name', 'Words.');
    for (const [from, to] of [
      ['first-name', 'second-name'],
      ['second-name', 'first-name'],
      ['first-name', 'second-name'],
    ] as const) {
      await pages.run('pages', 'rename', from, to, ...WHY);
      expect(await pages.pageOn({ slug: from })).toMatchObject({ slug: to });
      expect(await pages.pageOn({ slug: to })).toMatchObject({ slug: to });
    }
  });

  it('takes no other text at its old name, be it a draft or an earlier version', async () => {
    const version = String(await pages.publish('old-name', 'Words.'));
    await pages.run('pages', 'set', 'old-name', 'en', await pages.textFile('Draft.'), ...WHY);
    await pages.run('pages', 'rename', 'old-name', 'new-name', ...WHY);
    const why = 'old-name (en) was renamed to "new-name": change the text there.';
    expect(await pages.refused('pages', 'publish', 'old-name', 'en', ...WHY)).toBe(why);
    expect(await pages.refused('pages', 'roll-back', 'old-name', 'en', version, ...WHY)).toBe(why);
    expect(await pages.refused('pages', 'set', 'old-name', 'en', await pages.textFile('New.'), ...WHY)).toBe(
      why,
    );
    expect(await pages.pageOn({ slug: 'old-name' })).toMatchObject({ slug: 'new-name', version: 1 });
    await pages.run('pages', 'publish', 'new-name', 'en', ...WHY);
    expect(wordsOf((await pages.pageOn({ slug: 'old-name' })).blocks)).toContain('Draft.');
  });

  it('moves in no language if its new name is taken in one', async () => {
    await pages.publish('events', 'English.');
    await pages.publish('events', 'Deutsch.', 'de');
    await pages.publish('parties', 'Andere.', 'de');
    expect(await pages.refused('pages', 'rename', 'events', 'parties', ...WHY)).toBe(
      '"parties" is a page already.',
    );
    for (const locale of ['en', 'de'] as const)
      expect(await pages.pageOn({ slug: 'events', locale })).toMatchObject({ slug: 'events', locale });
  });

  it('goes on with a rename that stopped before the old address changed', async () => {
    await pages.publish('half', 'Words.');
    const rows = pages.world.inside.mongo.connection.collection<{ _id: string; status: string }>('pageTexts');
    await pages.run('pages', 'rename', 'half', 'whole', ...WHY);
    await rows.updateOne(
      { _id: 'default:half:en' },
      { $set: { status: 'published' }, $unset: { renamedTo: '' } },
    );
    await pages.run('pages', 'rename', 'half', 'whole', ...WHY);
    expect(await pages.pageOn({ slug: 'half' })).toMatchObject({ slug: 'whole' });
    // A page that stands there by itself is none of a rename: its publications differ.
    await rows.updateOne(
      { _id: 'default:half:en' },
      { $set: { status: 'published' }, $unset: { renamedTo: '' } },
    );
    await pages.publish('whole', 'By itself.');
    expect(await pages.refused('pages', 'rename', 'half', 'whole', ...WHY)).toBe(
      '"whole" is a page already.',
    );
  });

  it('loses no publication to a rename at the same time', async () => {
    for (const round of [1, 2, 3, 4]) {
      const [from, to] = [`race-${round}`, `raced-${round}`];
      await pages.publish(from, 'Before.');
      await pages.run('pages', 'set', from, 'en', await pages.textFile('After.'), ...WHY);
      const [renamed, published] = await Promise.all([
        pages.admin('pages', 'rename', from, to, ...WHY),
        pages.admin('pages', 'publish', from, 'en', ...WHY),
      ]);
      expect([renamed.code, published.code]).toContain(0);
      expect(await pages.pageOn({ slug: from })).toMatchObject({
        slug: renamed.code === 0 ? to : from,
        version: published.code === 0 ? 2 : 1,
      });
      expect(await pages.answerTo({ slug: to })).toBe(renamed.code === 0 ? 'OK' : 'NOT_FOUND');
    }
  });
});
