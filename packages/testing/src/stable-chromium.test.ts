import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { STABLE_CHROMIUM } from './stable-chromium.ts';

it('disables every feature of the Playwright list that it replaces', async () => {
  const bundle = createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle');
  const list = /disabledFeatures = \[(.*?)\n\s*\]/s.exec(await readFile(bundle, 'utf8'))?.[1] ?? '';
  // Names that begin with `ms` belong to Edge.
  const theirs = [...list.matchAll(/^\s*"((?!ms)\w+)"/gm)].map(([, feature]) => feature);
  expect(theirs).toContain('Translate');
  const ours = STABLE_CHROMIUM.find((argument) => argument.startsWith('--disable-features='))
    ?.replace('--disable-features=', '')
    .split(',');
  expect(ours).toEqual(expect.arrayContaining(theirs));
});
