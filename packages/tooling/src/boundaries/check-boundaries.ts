import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { repositoryRoot } from '../repository-root.ts';

const PARTS = ['apps', 'services', 'packages', 'infra', 'load-tests'];

export type BoundaryViolation = { rule: string; reason: string; from: string; to: string };
export type BoundaryReport = { moduleCount: number; violations: BoundaryViolation[] };

/**
 * Checks every import under `root` against `.dependency-cruiser.cjs`.
 * `moduleCount` counts only our own modules, so 0 means that the tool read nothing.
 */
export async function checkBoundaries(root: string): Promise<BoundaryReport> {
  const { options, forbidden } = await extractDepcruiseConfig(
    join(repositoryRoot, '.dependency-cruiser.cjs'),
  );
  const parts = PARTS.filter((part) => existsSync(join(root, part)));
  const { output } = await cruise(parts, {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: forbidden ?? [] },
  });
  const { modules, summary } = output as ICruiseResult;
  const reasons = new Map(forbidden?.map((rule) => [rule.name, rule.comment ?? '']));
  return {
    moduleCount: modules.filter(({ source }) => PARTS.some((part) => source.startsWith(`${part}/`))).length,
    violations: summary.violations.map(({ rule, from, to, cycle }) => ({
      rule: rule.name,
      reason: reasons.get(rule.name) ?? '',
      from,
      to: cycle?.map(({ name }) => name).join(' → ') ?? to,
    })),
  };
}
