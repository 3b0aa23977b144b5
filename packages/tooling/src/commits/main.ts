import { readFileSync } from 'node:fs';
import { checkMessage, withoutGitComments } from './commit-message.ts';
import { readNewCommits } from './read-commits.ts';

/**
 * `npm run commits`: checks the messages of the commits since `origin/main`.
 * With the path of a message file it checks that message, as the hook `.githooks/commit-msg` does.
 */
const [file] = process.argv.slice(2);
const commits = file
  ? [{ hash: 'commit message', message: withoutGitComments(readFileSync(file, 'utf8')) }]
  : readNewCommits(process.cwd());

if (!commits) console.log('commits: there is no origin/main to compare with');
for (const { hash, message } of commits ?? []) {
  for (const problem of checkMessage(message)) {
    console.error(`${hash}: ${problem}: ${message.split('\n')[0]}`);
    process.exitCode = 1;
  }
}
