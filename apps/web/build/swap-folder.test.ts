import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { swapFolder } from './swap-folder.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'heartline-swap-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function built(name: string, words: string): Promise<string> {
  const folder = join(home, name);
  await mkdir(folder);
  await writeFile(join(folder, 'index.html'), words);
  await writeFile(join(folder, `${words}.js`), words);
  return folder;
}

describe('swapping a built folder', () => {
  it('puts the new folder there, with or without an old one, and nothing else', async () => {
    const dist = join(home, 'dist');
    await swapFolder(dist, await built('next-1', 'first'));
    expect((await readdir(dist)).sort()).toEqual(['first.js', 'index.html']);
    await swapFolder(dist, await built('next-2', 'second'));
    expect((await readdir(dist)).sort()).toEqual(['index.html', 'second.js']);
    expect(await readdir(home)).toEqual(['dist']);
  });

  it('leaves one complete folder when several swap at the same time', async () => {
    const dist = join(home, 'dist');
    const words = ['a', 'b', 'c', 'd'];
    const nexts = await Promise.all(words.map((word) => built(`next-${word}`, word)));
    await Promise.all(nexts.map((next) => swapFolder(dist, next)));
    const stands = await readFile(join(dist, 'index.html'), 'utf8');
    expect(words).toContain(stands);
    expect((await readdir(dist)).sort()).toEqual([`${stands}.js`, 'index.html']);
    expect(await readdir(home)).toEqual(['dist']);
  });
});
