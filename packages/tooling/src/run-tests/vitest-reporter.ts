import { readFileSync, writeFileSync } from 'node:fs';
import { JsonReporter, type Reporter } from 'vitest/node';
import type { VitestReport } from './counts.ts';

type Uncaught = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1];

/** Vitest's JSON with the errors that nobody caught beside it, which Vitest itself leaves to the exit code. */
export default class ReporterWithUncaught extends JsonReporter {
  override async onTestRunEnd(
    modules: Parameters<JsonReporter['onTestRunEnd']>[0],
    errors: Uncaught = [],
  ): Promise<void> {
    await super.onTestRunEnd(modules);
    const { outputFile } = this.ctx.config;
    const resultsFile = typeof outputFile === 'object' ? outputFile['json'] : outputFile;
    if (!resultsFile) throw new Error('say where the results go: --outputFile.json=…');
    const report = JSON.parse(readFileSync(resultsFile, 'utf8')) as VitestReport;
    // Where it happened is what Vitest's worker wrote on it: the file that was running.
    report.uncaught = errors.map(({ VITEST_TEST_PATH: name, message }) => ({
      name: typeof name === 'string' ? name : '',
      message,
    }));
    writeFileSync(resultsFile, JSON.stringify(report));
  }
}
