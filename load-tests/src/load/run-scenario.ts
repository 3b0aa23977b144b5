import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ensureK6, temporaryData } from '@heartline/testing/bench-access';
import { enterMs, mostSeconds, planText, type RunPlan } from '../../lib/plan.ts';
import { cpuSeconds } from '../cpu.ts';
import { besideDisk } from '../disk-watch.ts';
import { besideOthers, later } from '../measure.ts';
import { commitName, machineName } from '../results.ts';
import type { Mark } from './charts.ts';
import { bounded, planOf, type Values } from './command.ts';
import { printComparison } from './compare.ts';
import { endStuck } from './end-stuck.ts';
import { asJudged, type K6Summary } from './k6-summary.ts';
import { createLoadReport, type LoadReport } from './load-report.ts';
import { lookFirst } from './look-first.ts';
import { type OpenWorld, ownWorld, runningWorld } from './open-world.ts';
import { printReport } from './print-report.ts';
import { REPORTS, writeIndex } from './report-index.ts';
import { reportPage } from './report-page.ts';
import { type K6Run, runK6, scriptOf } from './run-k6.ts';
import { showProgress } from './show-progress.ts';
import { watch } from './watch.ts';

/** Exit codes by verdict. */
const CODES: Record<LoadReport['verdict'], number> = { passed: 0, failed: 1, void: 3 };
/** Time for the start, the backlog of an overloaded app and the invariant check, besides the run itself. */
const AROUND_MS = 540_000;
/** Time for k6 besides that: signing members in, and the grace period of iterations. */
const K6_AROUND_MS = 60_000;

/**
 * Runs a scenario against its own world, or against gateways that run already, and stores the report. With `turns` it
 * alternates that many runs without and with the settings of `set`, and compares.
 */
export async function runScenario(name: string, values: Values): Promise<number> {
  const plan = planOf(name, values);
  if (!existsSync(scriptOf(name))) throw new Error(`${name} has a plan, and no script: ${scriptOf(name)}`);
  if (values.turns !== undefined) return runInRounds(plan, values);
  const { verdict } = await runOnce(plan, values);
  return CODES[verdict];
}

async function runInRounds({ settings, ...plan }: RunPlan, values: Values): Promise<number> {
  if (!settings) throw new Error('--turns compares runs without and with --set=NAME=VALUE: say what to set.');
  const [before, after]: [LoadReport[], LoadReport[]] = [[], []];
  const rounds = bounded('turns', values.turns, 1);
  for (let turn = 0; turn < rounds; turn += 1) {
    before.push(await runOnce(plan, values));
    after.push(await runOnce({ ...plan, settings }, values));
  }
  return printComparison(before, after);
}

async function runOnce(plan: RunPlan, values: Values): Promise<LoadReport> {
  const guard = setTimeout(
    () => {
      console.error('Run exceeded its time limit and was stopped.');
      process.exit(1);
    },
    plan.minutes * 60_000 + AROUND_MS,
  );
  console.log(`${plan.name}: ${plan.about}`);
  const world = await (values.url ? runningWorld(values.url, values.accounts) : ownWorld(plan));
  if (values.url) await lookFirst(world.file);
  const { members, gateways } = world.file;
  const real: RunPlan = {
    ...plan,
    // A running app may have fewer members.
    members: Math.min(plan.members, members.length),
    ...(values.url ? { at: gateways.map(({ origin }) => origin) } : {}),
  };
  console.log(planText(real));
  try {
    const report = await measure(real, world, values.summary);
    printReport(report);
    await keep(report);
    return report;
  } finally {
    await world.stop();
    clearTimeout(guard);
  }
}

/** Runs k6 once in `world` and watches it. Stores the raw summary of k6 in the file `stored`, if one is named. */
export async function measure(plan: RunPlan, world: OpenWorld, stored?: string): Promise<LoadReport> {
  const k6 = await ensureK6((step, detail) => console.log(detail ? `${step}: ${detail}` : step));
  const dir = await temporaryData('load');
  try {
    const files = { WORLD: join(dir, 'world.json'), SUMMARY: join(dir, 'summary.json') };
    const members = world.file.members.slice(0, plan.members);
    await writeFile(files.WORLD, JSON.stringify({ ...world.file, members }));
    const before = cpuOf(world);
    const watchedFrom = Date.now();
    const { value, othersShare, disk } = await besideDisk(() =>
      besideOthers(async () => {
        const run = runK6(k6, plan.name, { ...files, PLAN: JSON.stringify(plan) });
        const store = world.engines && { engines: world.engines, folder: dir };
        const watched = watch(world.parts, { name: 'k6', pids: () => [run.pid] }, store);
        const endProgress = showProgress(plan);
        const [{ code, stuck }, marks] = await Promise.all([
          endOf(run, plan, world),
          disturb(plan, world),
        ]).finally(endProgress);
        return { code, marks, stuck, series: await watched.stop() };
      }),
    );
    if (!existsSync(files.SUMMARY))
      throw new Error(`k6 ended with ${value.code} without a summary: see its output above.`);
    const after = cpuOf(world);
    const gone = world.parts.filter(({ pids }) => pids().length === 0).map(({ name }) => name);
    const violations = await world.violations();
    const summary = JSON.parse(await readFile(files.SUMMARY, 'utf8')) as K6Summary;
    if (stored) {
      await mkdir(dirname(resolve(stored)), { recursive: true });
      await writeFile(resolve(stored), JSON.stringify(asJudged(summary), null, 1));
    }
    return createLoadReport(summary, {
      plan,
      at: new Date().toISOString(),
      // The commit of a running app is unknown.
      commit: plan.at ? 'unknown' : await commitName(),
      machine: machineName(),
      othersShare,
      disk,
      cpu: Object.fromEntries(
        Object.entries(after).map(([name, seconds]) => [name, Math.max(0, seconds - (before[name] ?? 0))]),
      ),
      series: value.series,
      watchedFrom,
      marks: value.marks,
      violations,
      ended: gone.filter((name) => !value.stuck.includes(name)),
      stuck: value.stuck,
      k6Code: value.code,
    });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Waits for k6, and kills parts of the app that do not answer and would block its end. */
async function endOf(run: K6Run, plan: RunPlan, { parts }: OpenWorld) {
  let stuck = Promise.resolve<string[]>([]);
  const late = setTimeout(
    () => {
      stuck = endStuck(parts);
    },
    mostSeconds(plan) * 1_000 + K6_AROUND_MS,
  );
  const code = await run.ended;
  clearTimeout(late);
  return { code, stuck: await stuck };
}

/** Disturbs the app as planned while members act: not before all members are connected. */
async function disturb({ kill, members, minutes }: RunPlan, world: OpenWorld): Promise<Mark[]> {
  if (!kill) return [];
  const startedAt = performance.now();
  const actsFrom = startedAt + enterMs(members);
  const marks: Mark[] = [];
  const at = async (share: number, what: string, act: () => Promise<void>) => {
    await later(Math.max(0, actsFrom + share * minutes * 60_000 - performance.now()));
    marks.push({ second: Math.round((performance.now() - startedAt) / 1_000), what });
    console.log(`  ${what}`);
    await act();
  };
  await at(kill.at, 'gateway a is killed', world.killGateway);
  await at(kill.back, 'gateway a starts again', world.reviveGateway);
  return marks;
}

function cpuOf({ parts }: OpenWorld): Record<string, number> {
  return Object.fromEntries(parts.map(({ name, pids }) => [name, cpuSeconds(pids())]));
}

/** Stores JSON and page under the name and time of the run, and updates the list of runs. */
async function keep(report: LoadReport): Promise<void> {
  await mkdir(REPORTS, { recursive: true });
  const stem = `${report.name}-${report.at.slice(0, 19).replace(/[:T]/g, '-')}`;
  await writeFile(join(REPORTS, `${stem}.json`), `${JSON.stringify(report, null, 1)}\n`);
  await writeFile(join(REPORTS, `${stem}.html`), reportPage(report));
  await writeIndex();
  console.log(`load-tests/reports/${stem}.html`);
}
