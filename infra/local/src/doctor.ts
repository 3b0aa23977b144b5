import { rejectArguments } from './app/reject-arguments.ts';
import { readRunning } from './app/running.ts';
import { bold, print, red } from './app/terminal.ts';
import type { Finding } from './doctor/finding.ts';
import { lookAtApp } from './doctor/look-at-app.ts';
import { lookAtMachine } from './doctor/look-at-machine.ts';

rejectArguments('`npm run doctor`', 'says what is wrong with this machine, or with what runs on it');

/** Names what is wrong with this machine or the running house, and what to do about each. */
const SIGNS: Readonly<Record<Finding['state'], string>> = { well: 'ok  ', note: 'note', ill: 'BAD ' };

function show(title: string, findings: readonly Finding[]): void {
  print();
  print(bold(title));
  for (const { name, state, message, fix } of findings) {
    const line = `  ${SIGNS[state]}  ${name}: ${message}`;
    print(state === 'ill' ? red(line) : line);
    if (fix) print(`        fix: ${fix}`);
  }
}

const running = readRunning();
const machine = await lookAtMachine(running !== undefined);
show('This machine', machine);
const app = running ? await lookAtApp(running) : [];
if (running) show('The running Heartline', app);
else {
  print();
  print('Heartline is not running here: `npm start`.');
}
const all = [...machine, ...app];
const count = (of: Finding['state']) => all.filter(({ state }) => state === of).length;
const [bad, notes] = [count('ill'), count('note')];
print();
if (bad > 0) print(red(`${bad} to mend.`));
else
  print(
    notes > 0
      ? `Nothing is wrong; the notes say what depends on more than this machine.`
      : 'Nothing is wrong.',
  );
process.exit(bad === 0 ? 0 : 1);
