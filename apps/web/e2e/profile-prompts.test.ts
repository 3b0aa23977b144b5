import type { Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overflowOf } from './member-page.ts';
import { storedProfileOf } from './own-profile.ts';
import { readScreenTexts } from './screen-texts.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** Prompts: a member answers, others read, like and reply. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const shown = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first();

const storedAnswers = async (page: Page) => (await storedProfileOf(page))['prompts'];

describe.each([
  {
    locale: 'en',
    sunday: 'My perfect Sunday',
    together: 'Together, we could',
    bad: 'I’m surprisingly bad at',
  },
  {
    locale: 'de',
    sunday: 'Mein perfekter Sonntag',
    together: 'Zusammen könnten wir',
    bad: 'Das kann ich überraschend schlecht',
  },
] as const)('prompts in $locale', ({ locale, sunday, together, bad }) => {
  const quoted = (translate: (english: string) => string) =>
    translate('“{question}: {answer}”').replace('{question}', together).replace('{answer}', 'Row to Ven.');
  let mara: Person;
  let jonas: Person;
  beforeAll(async () => {
    [mara, jonas] = await stage.world.people(
      { name: 'Mara', account: { language: locale }, profile: { language: locale } },
      { name: 'Jonas', credits: 5, account: { language: locale }, profile: { gender: 'male' } },
    );
  });

  it('a member answers three by keyboard and puts them in order', async () => {
    const { translate } = await readScreenTexts(locale);
    const page = await stage.signedIn(mara, { locale, path: '/profile', width: 360, height: 740 });
    const answers = page.getByRole('region', { name: translate('Your answers') });
    const choose = async (start: string, question: string, answer: string) => {
      await answers.getByRole('button', { name: start }).press('Enter');
      await answers.getByRole('button', { name: question, exact: true }).press('Enter');
      const field = answers.getByRole('textbox', { name: question });
      await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
      await page.keyboard.type(answer);
      await page.keyboard.press('Tab');
    };
    await choose(translate('Choose a question'), sunday, 'Bread first.');
    await choose(translate('Add another answer'), together, 'Row to Ven.');
    await choose(translate('Add another answer'), bad, 'Parking.');
    await expect
      .poll(() => storedAnswers(page))
      .toEqual([
        { key: 'perfect_sunday', answer: 'Bread first.' },
        { key: 'together', answer: 'Row to Ven.' },
        { key: 'bad_at', answer: 'Parking.' },
      ]);
    expect(await answers.getByRole('button', { name: translate('Add another answer') }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await answers.getByRole('button', { name: bad }).first().press('Enter');
    await expect
      .poll(async () => JSON.stringify(await storedAnswers(page)))
      .toMatch(/sunday.*bad_at.*together/);
    await answers.getByRole('textbox', { name: bad }).fill('x'.repeat(151));
    await answers.getByText('151 / 150').waitFor();
    await answers.getByRole('textbox', { name: bad }).fill('Parking.');
    await page.context().close();
  });

  it('another likes one and replies to another', async () => {
    const { translate } = await readScreenTexts(locale);
    const page = await stage.signedIn(jonas, { locale, path: `/members/${mara.id}`, width: 1280 });
    const answers = page.getByRole('region', { name: translate('Answers') });
    const card = (question: string) =>
      answers.getByRole('listitem').filter({ has: page.getByRole('heading', { name: question }) });
    const like = (question: string) => card(question).getByRole('button');
    await card(bad).getByText('Parking.').waitFor();
    await like(bad).press('Enter');
    await expect.poll(() => like(bad).getAttribute('aria-pressed')).toBe('true');
    // One like a person: the other answers offer only a reply.
    await like(together).waitFor({ state: 'detached' });
    expect(await seriousFindings(page)).toEqual([]);
    await card(together)
      .getByRole('link', { name: translate('Reply') })
      .click();
    await page.waitForURL(`**/members/${mara.id}/chat`);
    const field = page.getByRole('textbox', { name: /Mara/ });
    await expect.poll(() => field.inputValue()).toBe(`${quoted(translate)}\n`);
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type('I have a boat.');
    await page.keyboard.press('Enter');
    await shown(page, 'I have a boat.').waitFor();
    // The bubble shows before the message is stored.
    const chats = () => page.evaluate(async () => (await fetch('/api/chats.php')).text());
    await expect.poll(chats).toContain('I have a boat.');
    await page.context().close();
  });

  it('the first sees which answer was liked, and the reply with its quote', async () => {
    const { translate } = await readScreenTexts(locale);
    const page = await stage.signedIn(mara, { locale, path: '/likes', width: 360, height: 740 });
    const said = translate('Liked your answer: {question}').replace('{question}', bad);
    await page.getByText(said).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.goto(`${mara.http.gateway.origin}/members/${jonas.id}/chat`);
    await shown(page, quoted(translate)).waitFor();
    await page.context().close();
  });
});
