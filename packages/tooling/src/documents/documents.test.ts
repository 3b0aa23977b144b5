import { expect, it } from 'vitest';
import { listFiles } from '../list-files.ts';
import { plantFiles } from '../plant-files.ts';
import { repositoryRoot } from '../repository-root.ts';
import { findBrokenReferences } from './find-broken-references.ts';

/** The lockfile and the contracts make these pages; their tests check them. */
const GENERATED = /^infra\/reference\//;
/** Texts of the site: their links are addresses of the web app, which `page-texts.test.ts` checks. */
const SITE_TEXTS = /^packages\/i18n\/pages\//;

const tracked = listFiles(repositoryRoot);

it('has no broken link and no missing file in its documents', () => {
  const pages = tracked.filter(
    (path) => path.endsWith('.md') && !GENERATED.test(path) && !SITE_TEXTS.test(path),
  );
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.flatMap((page) => findBrokenReferences(repositoryRoot, page, tracked))).toEqual([]);
});

it('finds broken links, headings and file names', async () => {
  await using planted = await plantFiles({
    'docs/map.md': [
      '[there](../src/there.ts) [gone](../src/gone.ts) [heading](#one-heading) [lost](#another)',
      '`src/there.ts` `th*.ts` `gone.ts` `gone-*.ts` [site](https://example.com/gone.ts)',
      '## One heading',
      '```',
      '[in code](gone.md)',
      '```',
    ].join('\n'),
    'src/there.ts': '',
  });
  expect(findBrokenReferences(planted.root, 'docs/map.md', ['docs/map.md', 'src/there.ts'])).toEqual([
    'docs/map.md: link ../src/gone.ts',
    'docs/map.md: link #another',
    'docs/map.md: file gone.ts',
    'docs/map.md: file gone-*.ts',
  ]);
});
