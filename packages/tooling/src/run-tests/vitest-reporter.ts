import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { JsonReporter, type Reporter } from 'vitest/node';
import type { VitestReport } from './counts.ts';

type Uncaught = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1];
type Modules = Parameters<JsonReporter['onTestRunEnd']>[0];

/**
 * Vitest's JSON report, with file names relative to the root. It adds what the JSON report leaves out: the time of each file
 * with its imports and hooks, and the uncaught errors.
 */
export default class TestReporter extends JsonReporter {
  override async onTestRunEnd(modules: Modules, errors: Uncaught = []): Promise<void> {
    await super.onTestRunEnd(modules);
    const { outputFile, root } = this.ctx.config;
    const resultsFile = typeof outputFile === 'object' ? outputFile['json'] : outputFile;
    if (!resultsFile) throw new Error('missing option: --outputFile.json=<file>');
    const report = JSON.parse(readFileSync(resultsFile, 'utf8')) as VitestReport;
    const durations = new Map(modules.map((module) => [module.moduleId, durationOf(module)]));
    for (const file of report.testResults) {
      file.durationMs = durations.get(file.name) ?? 0;
      file.name = relative(root, file.name);
    }
    // Vitest's worker notes on the error which file was running.
    report.uncaught = errors.map(({ VITEST_TEST_PATH: path, message }) => ({
      name: typeof path === 'string' ? relative(root, path) : '',
      message,
    }));
    writeFileSync(resultsFile, JSON.stringify(report));
  }
}

function durationOf(module: Modules[number]): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
}
