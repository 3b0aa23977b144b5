import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChecklistRow, parseChecklist } from './checklist.ts';
import { findTestFiles } from './test-files.ts';
import { findTitleIds } from './test-titles.ts';

export type FeatureCoverage = { feature: string; proven: ChecklistRow[]; open: ChecklistRow[] };
export type SpecCoverage = { features: FeatureCoverage[]; unknown: { id: string; at: string }[] };

/**
 * Compares the checklist of the repository at `root` with the titles of its tests.
 * `unknown` lists ids in titles that the checklist does not know, each with `file:line`.
 */
export async function readSpecCoverage(root: string): Promise<SpecCoverage> {
  const rows = parseChecklist(await readFile(join(root, 'packages/testing/spec/checklist.tsv'), 'utf8'));
  const places = new Map<string, string>();
  for (const file of await findTestFiles(root)) {
    for (const { id, line } of findTitleIds(await readFile(join(root, file), 'utf8'), file)) {
      if (!places.has(id)) places.set(id, `${file}:${line}`);
    }
  }
  const known = new Set(rows.map(({ id }) => id));
  const features = [...Map.groupBy(rows, ({ feature }) => feature)].map(([feature, all]) => ({
    feature,
    proven: all.filter(({ id }) => places.has(id)),
    open: all.filter(({ id }) => !places.has(id)),
  }));
  const unknown = Array.from(places, ([id, at]) => ({ id, at })).filter(({ id }) => !known.has(id));
  return { features: features.sort((a, b) => a.feature.localeCompare(b.feature)), unknown };
}
