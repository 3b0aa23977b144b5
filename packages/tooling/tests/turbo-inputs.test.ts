import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../src/list-files.ts';
import { repositoryRoot } from '../src/repository-root.ts';

type Task = { taskId: string; inputs: Record<string, string>; directory: string; dependencies: string[] };

const run = (program: string, ...args: string[]) =>
  execFileSync(join(repositoryRoot, 'node_modules/.bin', program), args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

const { tasks } = JSON.parse(
  run('turbo', 'run', 'lint', 'typecheck', 'typecheck:node', 'boundaries', 'deadcode', '--dry=json'),
) as { tasks: Task[] };

/** The files whose change runs a task again, of the tasks it depends on too. */
function inputsOf(taskId: string): Set<string> {
  const task = tasks.find((one) => one.taskId === taskId);
  if (!task) throw new Error(`no task ${taskId}`);
  const own = Object.keys(task.inputs).map((path) => join(task.directory, path));
  return new Set([...own, ...task.dependencies.flatMap((dependency) => [...inputsOf(dependency)])]);
}

const files = listFiles(repositoryRoot, { untracked: true });

/** Files of this repository that a TypeScript program reads. */
const filesOf = (project: string) =>
  run('tsc', '--listFilesOnly', '-p', project)
    .split('\n')
    .map((path) => relative(repositoryRoot, path.trim()))
    .filter((path) => path !== '' && !path.startsWith('..') && !path.includes('node_modules/'));

describe('a task of turbo runs again', () => {
  it.each(['//#lint', '//#boundaries', '//#deadcode'])('%s when any code or setting changes', (taskId) => {
    const inputs = inputsOf(taskId);
    const code = files.filter((path) => /\.(tsx?|[cm]?js|json|css)$/.test(path));
    expect(code.length).toBeGreaterThan(1_500);
    expect(code.filter((path) => !inputs.has(path))).toEqual([]);
  });

  it.each([
    ['//#typecheck:node', 'tsconfig.json'],
    ['@heartline/web#typecheck', 'apps/web/tsconfig.json'],
    ['@heartline/web#typecheck', 'apps/web/e2e/tsconfig.json'],
    ['@heartline/ui#typecheck', 'packages/ui/tsconfig.json'],
    ['@heartline/load-tests#typecheck', 'load-tests/tsconfig.json'],
  ])('%s when a file of %s changes', (taskId, project) => {
    const inputs = inputsOf(taskId);
    const read = filesOf(project);
    expect(read.length).toBeGreaterThan(20);
    expect(read.filter((path) => !inputs.has(path))).toEqual([]);
  });
});
