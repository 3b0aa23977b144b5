import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readCommand } from './command.ts';
import { runPeers } from './peers.ts';

it('reports a wrong command before it starts an app', async () => {
  const bench = await mkdtemp(join(tmpdir(), 'peers-'));
  onTestFinished(() => rm(bench, { recursive: true, force: true }));
  const run = (...more: string[]) => runPeers(readCommand(['peers', `--bench=${bench}`, ...more]).values);
  await expect(run()).rejects.toThrow(`There is no bench.mjs in ${bench}`);
  await writeFile(join(bench, 'bench.mjs'), '');
  await expect(run('--beside=tinode')).rejects.toThrow('There is no adapters/tinode.mjs in');
  await expect(run('--messages=many')).rejects.toThrow('--messages takes a whole number from 200 to 100000');
  await expect(run('--gateways=0')).rejects.toThrow('--gateways takes a whole number from 1 to 4');
});
