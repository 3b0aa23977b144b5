import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFile } from './check-file.ts';
import type { Finding } from './findings.ts';
import { isIn, listSources } from './source-files.ts';

export type SourceFindings = { path: string; findings: Finding[] };
export type SourcesReport = { files: number; broken: SourceFindings[] };

/**
 * Checks the sources of the repository at `root`.
 * @param places folders or files to check; none for all
 */
export function checkSources(root: string, places: string[]): SourcesReport {
  const paths = listSources(root).filter(
    (path) => places.length === 0 || places.some((place) => isIn(path, place)),
  );
  const broken = paths
    .map((path) => ({ path, findings: checkFile(path, readFileSync(join(root, path), 'utf8')) }))
    .filter(({ findings }) => findings.length > 0);
  return { files: paths.length, broken };
}
