import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createArchives } from './archives.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartline-archives-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const KEY = 'k'.repeat(43);
const words = (name: string, bytes = Buffer.from('words of a member')) => ({ name, bytes });

it('what a worker that was killed had written of an archive goes when the archive does', async () => {
  const archives = createArchives(folder);
  // A run that ends nowhere, as that of a killed process.
  void archives
    .write(
      KEY,
      (async function* () {
        yield words('data/mails.json', randomBytes(300_000));
        await new Promise(() => undefined);
      })(),
    )
    .catch(() => undefined);
  await expect.poll(async () => (await readdir(join(folder, 'exports'))).length).toBe(1);
  // The member is erased, or the day of the archive is over.
  await archives.remove(KEY);
  expect(await readdir(join(folder, 'exports'))).toEqual([]);
});

it('two runs of one job in processes of the same number, as in containers, leave one whole archive', async () => {
  const [one, other] = [createArchives(folder), createArchives(folder)];
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const stalled = one.write(
    KEY,
    (async function* () {
      yield words('a', randomBytes(200_000));
      await held;
      yield words('b', randomBytes(200_000));
    })(),
  );
  await expect.poll(async () => (await readdir(join(folder, 'exports'))).length).toBe(1);
  const second = await other.write(
    KEY,
    (async function* () {
      yield words('a', randomBytes(500));
      yield words('b', randomBytes(500));
    })(),
  );
  const before = await buffer((await other.read(KEY))?.stream as never);
  expect(before.length).toBe(second);
  go();
  const first = await stalled;
  expect(first).toBeGreaterThan(400_000);
  const after = await buffer((await other.read(KEY))?.stream as never);
  expect(after.length).toBe(first);
});
