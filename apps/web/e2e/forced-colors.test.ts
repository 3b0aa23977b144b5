import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from './stage.ts';

/** Forced colours (Windows contrast themes) remove fills: what they showed must stay visible. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const styleOf = (at: Locator, name: 'backgroundColor' | 'borderTopColor', pseudo?: '::before') =>
  at.evaluate((element, [part, of]) => getComputedStyle(element, of)[part], [name, pseudo] as const);

describe.each(['light', 'dark'] as const)('in %s forced colours', (colorScheme) => {
  let page: Page;
  beforeAll(async () => {
    const [own, other] = await stage.world.people(
      { name: 'Mara', profile: { interests: ['art'] } },
      { name: 'Jonas', profile: { interests: ['art', 'cooking'] } },
    );
    page = await stage.signedIn(own, { colorScheme, path: `/members/${other.id}` });
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
  });
  afterAll(() => page?.context().close());
  const paper = () => styleOf(page.locator('body'), 'backgroundColor');
  const goTo = (path: string) => page.goto(new URL(path, page.url()).href);

  it('marks shared interests', async () => {
    const chip = (name: string) => page.getByRole('listitem').filter({ hasText: name }).locator('> span');
    await chip('Art').waitFor();
    const [shared, plain] = [chip('Art'), chip('Cooking')].map((at) => styleOf(at, 'backgroundColor'));
    expect(await shared).not.toBe(await plain);
  });

  it('shows each switch, on and off distinct', async () => {
    await goTo('/notifications');
    const [on, off] = [true, false].map((checked) => page.getByRole('switch', { checked }).last());
    if (!on || !off) throw new Error('there are no switches');
    for (const one of [on, off]) {
      await one.waitFor();
      const track = await styleOf(one, 'backgroundColor');
      expect(await one.evaluate((element) => getComputedStyle(element).appearance)).toBe('none');
      expect(await styleOf(one, 'backgroundColor', '::before')).not.toBe(track);
      expect(await styleOf(one, 'borderTopColor')).not.toBe(await paper());
    }
    expect(await styleOf(on, 'backgroundColor')).not.toBe(await styleOf(off, 'backgroundColor'));
  });

  it('shows the age slider and its selected range', async () => {
    await goTo('/members');
    const lines = page.getByRole('group', { name: 'Age' }).locator('span.absolute');
    await lines.first().waitFor();
    const [rail, chosen] = [lines.first(), lines.nth(1)].map((at) => styleOf(at, 'backgroundColor'));
    expect(new Set([await rail, await chosen, await paper()]).size).toBe(3);
  });

  it('gives the ribbon of a pack its own background', async () => {
    await goTo('/credits');
    const ribbon = page.getByText('Most popular');
    await ribbon.waitFor();
    const tile = page.locator('label', { has: ribbon });
    const grounds = [await styleOf(ribbon, 'backgroundColor'), await styleOf(tile, 'backgroundColor')];
    expect(new Set([...grounds, 'rgba(0, 0, 0, 0)']).size).toBe(3);
  });
});
