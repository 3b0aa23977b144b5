import type { DataStepStatus } from '@heartline/core';
import { type Finding, ill, well } from './finding.ts';

/** Each change of stored data between two releases: done when, or open. */
export function lookAtDataSteps(steps: readonly DataStepStatus[]): Finding[] {
  return steps.map(({ name, finishedAt, changed }) => {
    if (finishedAt === null)
      return ill(`data step ${name}`, 'open', 'start again: every start does what is open');
    const at = new Date(finishedAt).toISOString().slice(0, 16).replace('T', ' ');
    return well(`data step ${name}`, `done ${at} UTC, ${changed ?? 0} documents changed`);
  });
}
