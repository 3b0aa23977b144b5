import { CALLS, INBOUND_EVENTS } from '@heartline/contracts/registry';
import { describe, expect, it } from 'vitest';
import { expectedOf, REFUSED_BY_ACCESS, ROLES, ROWS } from './rows.ts';

const accesses = new Map<string, string>([
  ...CALLS.map(({ name, access }) => [name, access] as const),
  ...INBOUND_EVENTS.map(({ name }) => [name, 'socket'] as const),
]);

describe('the access table', () => {
  it('has a row for every call and event: add yours to role-matrix/rows.ts', () => {
    expect([...accesses.keys()].filter((name) => !ROWS[name])).toEqual([]);
  });

  it('has no row for a removed contract', () => {
    expect(Object.keys(ROWS).filter((name) => !accesses.has(name))).toEqual([]);
  });

  for (const [name, row] of Object.entries(ROWS)) {
    it(`${name} is for ${row.access}`, () => {
      expect(accesses.get(name)).toBe(row.access);
    });
  }

  it('gives access to no role that its access excludes', () => {
    const opened = Object.entries(ROWS).flatMap(([name, row]) =>
      ROLES.filter(
        (role) =>
          REFUSED_BY_ACCESS[row.access][role] &&
          expectedOf(row, role) !== REFUSED_BY_ACCESS[row.access][role],
      ).map((role) => `${name} as ${role}`),
    );
    expect(opened).toEqual([]);
  });
});
