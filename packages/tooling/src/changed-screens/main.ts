import { readMergeBase } from '../merge-base.ts';
import { parseCommandArgs } from '../parse-command-args.ts';
import { repositoryRoot } from '../repository-root.ts';
import { runCommand } from '../run-tests/run-command.ts';
import { changedScreens } from './changed-screens.ts';

/** `npm run test:screens`: the screen tests that a change can break. `npm test` runs all of them. */
parseCommandArgs(
  'npm run test:screens runs the screen tests that import a file changed since origin/main. For all: `npx vitest run --project screens`.',
  {},
);
process.chdir(repositoryRoot);
process.exitCode = (await runCommand(changedScreens(readMergeBase(repositoryRoot)))) ? 0 : 1;
