import { expect, it } from 'vitest';
import { runChecks } from './readiness.ts';

it('reports failed checks, without internal addresses of an unavailable database', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED 10.0.3.7:27017'), { code: 'ECONNREFUSED' });
  const checks = [
    { name: 'mongo', check: () => Promise.reject(away) },
    { name: 'clock', check: () => Promise.reject(new Error('2500 ms from the database’s clock')) },
    { name: 'open', check: async () => undefined },
  ];
  expect(await runChecks(checks)).toEqual({
    ok: false,
    checks: { mongo: 'does not answer', clock: '2500 ms from the database’s clock', open: 'ok' },
  });
});
