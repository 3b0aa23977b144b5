import { PLANS } from '../lib/plan.ts';
import { readCommand } from './load/command.ts';
import { compareFiles } from './load/compare.ts';
import { replayLanders } from './load/landers.ts';
import { runPeers } from './load/peers.ts';
import { writeIndex } from './load/report-index.ts';
import { runScenario } from './load/run-scenario.ts';

/**
 * `npm run load -- <what>`: runs scenarios of k6 and handles their reports. README.md has every command.
 *
 * Exit codes:
 * - 0: passed
 * - 1: the app broke a rule or became worse
 * - 2: bad command
 * - 3: the run was disturbed and is void
 */
const USAGE = `npm run load -- <scenario> [--members=N] [--rate=N] [--minutes=N] [--set=NAME=VALUE … [--turns=N]]
npm run load -- <scenario> --url=ORIGIN … --accounts=FILE
npm run load -- <scenario> --summary=FILE
npm run load -- compare before.json after.json [before-2.json after-2.json …]
npm run load -- report
npm run load -- calibrate
npm run load -- landers [--visits=N] [--sign-ups=N] [--gateways=N] [--minutes=N]
npm run load -- peers --bench=FOLDER [--beside=NAME]

Scenarios:
${Object.entries(PLANS)
  .map(([name, { about }]) => `  ${name.padEnd(16)} ${about}`)
  .join('\n')}`;

process.exit(await run());

async function run(): Promise<number> {
  try {
    const { values, positionals } = readCommand(process.argv.slice(2));
    const [what, ...rest] = positionals;
    if (what === undefined || what === 'help') {
      console.log(USAGE);
      return what ? 0 : 2;
    }
    if (what === 'compare') return await compareFiles(rest);
    if (what === 'landers') return await replayLanders(values);
    if (what === 'peers') return await runPeers(values);
    if (what === 'report') {
      console.log(await writeIndex());
      return 0;
    }
    if (what === 'calibrate') {
      const { runBenchmarks } = await import('./bench/run.ts');
      return await runBenchmarks(['harness-truth'], {}, { mustMeet: true });
    }
    return await runScenario(what, values);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 2;
  }
}
