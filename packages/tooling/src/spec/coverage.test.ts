import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plantFiles } from '../plant-files.ts';
import { parseChecklist } from './checklist.ts';

const HEADER = 'id\tsection\tkind\tstatement\thow\tfeature';
const CHECKLIST = `${HEADER}
S4-001\t4\trule\tA message costs credits.\tbrowser: send one\tmessaging
S4-002\t4\trule\tA message is never lost.\tbrowser: cut the line\tmessaging
S5-001\t5\trule\tA like is free.\tbrowser: like\tlikes
`;

async function runSpec(tests: Record<string, string>, ...args: string[]) {
  await using tree = await plantFiles({ 'packages/testing/spec/checklist.tsv': CHECKLIST, ...tests });
  return await new Promise<{ failed: boolean; stdout: string; stderr: string }>((resolve) => {
    const main = join(import.meta.dirname, 'main.ts');
    execFile(process.execPath, [main, ...args], { cwd: tree.root }, (error, stdout, stderr) => {
      resolve({ failed: error !== null, stdout, stderr });
    });
  });
}

it('prints proven and open rows for each feature', async () => {
  const { failed, stdout } = await runSpec({
    'packages/core/src/messaging/send.test.ts': "it('S4-001 costs', () => {});",
    'apps/web/e2e/likes.test.ts': "it('S5-001 is free', () => {});",
    'packages/core/node_modules/x/x.test.ts': "it('S4-002 is not ours', () => {});",
  });
  expect(failed).toBe(false);
  expect(stdout).toMatch(/likes +1 proven +0 open\nmessaging +1 proven +1 open\nall +2 proven +1 open/);
});

it('lists the open rows of one feature', async () => {
  const { failed, stdout } = await runSpec({}, '--open', 'likes');
  expect(failed).toBe(false);
  expect(stdout).toContain('S5-001  A like is free.');
  expect(stdout).not.toContain('S4-001');
});

it('fails on a feature it does not know', async () => {
  const { failed, stderr } = await runSpec({}, '--open', 'chat');
  expect(failed).toBe(true);
  expect(stderr).toContain('It has: likes, messaging.');
});

it('fails on an id that does not exist and says where it stands', async () => {
  const { failed, stderr } = await runSpec({
    'services/worker/tests/a.test.ts': "\nit('S4-999 made up', () => {});",
  });
  expect(failed).toBe(true);
  expect(stderr).toContain('services/worker/tests/a.test.ts:2 names S4-999');
});

it('refuses a checklist with other columns, a missing cell or the same id twice', () => {
  expect(() => parseChecklist('id\tstatement')).toThrow('columns');
  expect(() => parseChecklist(`${HEADER}\nS4-001\t4\trule`)).toThrow('Incomplete');
  expect(() => parseChecklist(`${CHECKLIST}S4-001\t4\trule\tA\tb\tlikes`)).toThrow('twice');
});
