import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../list-files.ts';
import { repositoryRoot } from '../repository-root.ts';
import { findForbiddenText, isDrawer } from './forbidden-text.ts';

const BINARY = /\.(png|jpe?g|webp|avif|ico|woff2?|gz|mmdb)$/;

const tracked = listFiles(repositoryRoot);

describe('tracked files', () => {
  it('name no machine, no registry and no typist', () => {
    const texts = tracked.filter((path) => !BINARY.test(path));
    expect(texts.length).toBeGreaterThan(0);
    const found = texts.flatMap((path) =>
      findForbiddenText(readFileSync(join(repositoryRoot, path), 'utf8')).map(
        ({ line, why }) => `${path}:${line} ${why}`,
      ),
    );
    expect(found).toEqual([]);
  });

  it('are named by their meaning', () => {
    expect(tracked.filter(isDrawer)).toEqual([]);
  });
});

describe('the search for forbidden text', () => {
  const folder = ['', 'root'].join('/');
  const elsewhere = ['/home', 'ann'].join('/');
  const registry = ['https://registry', 'npmjs', 'org/zod'].join('.');

  it.each([folder, `cd ${folder}/x`, `'${elsewhere}'`, `"${registry}"`])('finds %s', (text) => {
    expect(findForbiddenText(`first line\n${text}`)).toEqual([{ line: 2, why: expect.any(String) }]);
  });

  it.each(['./work/a', 'https://a.example/root/b', '/workers', '/home', 'userAgent'])(
    'lets %s pass',
    (text) => {
      expect(findForbiddenText(text)).toEqual([]);
    },
  );

  it('knows a drawer from a meaning', () => {
    expect(['src/utils.ts', 'src/common/a.ts', 'src/session-manager.ts'].map(isDrawer)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['src/commons-licence.ts', 'docs/common.md'].map(isDrawer)).toEqual([false, false]);
  });
});
