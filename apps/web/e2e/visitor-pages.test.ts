import { PAGES } from '@heartline/contracts';
import type { Person } from '@heartline/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, type Stage } from './stage.ts';

/** The operator app is separate and asks whether an operator is signed in. */
const OPERATORS = '/operator';

let stage: Stage;
let nele: Person;

beforeAll(async () => {
  stage = await openStage();
  [nele] = await stage.world.people({ name: 'Nele' });
});
afterAll(() => stage.close());

it('makes no call that visitors may not make, on any page', async () => {
  const page = await stage.visitor(0);
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${page.url()}: ${answer.url()}`);
  });
  for (const address of PAGES.filter((one) => one !== OPERATORS)) {
    const path = address.replace('$id', nele.id).replace('$token', 'x'.repeat(43)).replace(/\$\w+/, 'new');
    const answer = await page.goto(`${stage.world.gateways[0].origin}${path}`);
    expect([path, answer?.status()]).toEqual([path, 200]);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  expect(refused).toEqual([]);
  await page.context().close();
});

it('answers an unknown path with the 404 page and status', async () => {
  const page = await stage.visitor(0);
  for (const path of ['/nowhere', '/likes/none', `/${'x'.repeat(42)}`, '/a/b/c']) {
    const answer = await page.goto(`${stage.world.gateways[0].origin}${path}`);
    expect([path, answer?.status()]).toEqual([path, 404]);
  }
  await page.getByRole('heading', { level: 1, name: 'This page could not be found' }).waitFor();
  const icon = await page.evaluate(async () => {
    const { status, headers } = await fetch('/favicon.ico');
    return [status, headers.get('content-type')];
  });
  expect(icon).toEqual([200, expect.stringMatching(/^image\/(?:x-icon|vnd\.microsoft\.icon)$/)]);
  await page.context().close();
});
