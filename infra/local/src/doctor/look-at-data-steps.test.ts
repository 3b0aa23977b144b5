import { expect, it } from 'vitest';
import { lookAtDataSteps } from './look-at-data-steps.ts';

it('says when a data step was done, and which one is open', () => {
  const done = { name: 'first', finishedAt: Date.UTC(2026, 10, 29, 8, 30), changed: 12 };
  expect(lookAtDataSteps([done, { name: 'second', finishedAt: null, changed: null }])).toEqual([
    { name: 'data step first', state: 'well', message: 'done 2026-11-29 08:30 UTC, 12 documents changed' },
    { name: 'data step second', state: 'ill', message: 'open', fix: expect.stringContaining('start again') },
  ]);
});
