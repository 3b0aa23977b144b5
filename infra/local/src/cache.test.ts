import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { requireFreeSpace } from './cache.ts';

it('says of a folder that has no room, or is none, which variable names another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'room-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'file');
  await writeFile(file, '');

  await expect(requireFreeSpace(folder, 1, 'HEARTLINE_DATA')).resolves.toBeUndefined();
  await expect(requireFreeSpace(folder, 1e9, 'HEARTLINE_DATA')).rejects.toThrow(
    /nearly full: \d+ MB free, 1000000000 MB needed\. Make room, or point HEARTLINE_DATA at a larger disk\.$/,
  );
  for (const none of [file, join(file, 'below')])
    await expect(requireFreeSpace(none, 1, 'HEARTLINE_DATA')).rejects.toThrow(
      /can't be made a folder \(.*\)\. Point HEARTLINE_DATA at one that you may write\.$/,
    );
});
