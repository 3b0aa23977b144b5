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

it('removes the drafts of a killed worker together with the archive', async () => {
  const archives = createArchives(folder);
  // Never completes, like the run of a killed process.
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
  // Happens when the member is erased or the archive expires.
  await archives.remove(KEY);
  expect(await readdir(join(folder, 'exports'))).toEqual([]);
});

it('leaves one whole archive when two processes with the same pid run one job', async () => {
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
