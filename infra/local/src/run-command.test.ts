import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { startOf } from './process-identity.ts';
import { runCommand } from './run-command.ts';

const file = fileURLToPath(new URL('./run-command.ts', import.meta.url));

it('answers with what a command printed, and shows the last words of one that fails', async () => {
  expect(await runCommand('sh', ['-c', 'echo yes; echo no >&2'])).toBe('yes\n');
  await expect(runCommand('sh', ['-c', 'echo broken >&2; exit 3'])).rejects.toThrow(/failed \(3\)\nbroken$/);
  await expect(runCommand('/no/such/program', [])).rejects.toThrow('failed (ENOENT)');
  await expect(runCommand('sleep', ['9'], { timeoutMs: 100 })).rejects.toThrow('took longer than 0.1 s');
});

it.each(['process.exit(1)', "process.kill(process.pid, 'SIGKILL')"])(
  'ends a command and all below it with %s of who ran it',
  async (end) => {
    const folder = await mkdtemp(join(tmpdir(), 'run-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const list = join(folder, 'pids');
    const script = `
      import { readFileSync } from 'node:fs';
      import { runCommand } from '${file}';
      runCommand('sh', ['-c', 'sleep 60 & echo $$ $! > ${list}; wait']).catch(() => undefined);
      const pids = () => { try { return readFileSync('${list}', 'utf8'); } catch { return ''; } };
      setInterval(() => { if (pids().endsWith('\\n')) ${end}; }, 20);
    `;
    await once(spawn(process.execPath, ['--input-type=module', '--eval', script]), 'exit');
    const pids = (await readFile(list, 'utf8')).trim().split(' ').map(Number);
    expect(pids).toHaveLength(2);
    await expect.poll(() => pids.filter((pid) => startOf(pid)), { timeout: 5_000 }).toEqual([]);
  },
  20_000,
);
