import { describe, expect, it } from 'vitest';
import { type Measured, needOf, wallsOf } from './capacity-model.ts';

const measured: Measured = {
  gatewayPer1000: 0.2,
  workerPer1000: 0.1,
  enginePer1000: 0.25,
  redisPer1000: 0.05,
  eventsPerCpu: 40_000,
  callsPerCpu: 1_000,
  bareMessages: 8_000,
  socketKib: 40,
  searchKibPerMember: 1,
  syncedPerSecond: 300,
};

describe('capacity', () => {
  it('computes a million members as by hand', () => {
    const need = needOf(1_000_000, measured);
    // 200,000 members a day with 20 messages each: 4,000,000 a day, 400,000 in the busiest hour, peak twice its mean.
    expect(need.messagesPerSecond).toBeCloseTo(222.2, 1);
    expect(need.sockets).toBe(39_000);
    expect(need.socketsGib).toBeCloseTo(1.49, 2);
    // 0.044 s of messages, 0.022 s of events and 0.667 s of calls, at half load.
    expect(need.gatewayCores).toBeCloseTo(1.47, 2);
    expect(needOf(10_000_000, measured).gatewayCores).toBeCloseTo(14.7, 1);
  });

  it('grows linearly with the members above the minimum of every app', () => {
    const [one, many] = [needOf(1e8, measured), needOf(2e8, measured)];
    for (const key of [
      'messagesPerSecond',
      'engineShards',
      'redisNodes',
      'searchGib',
      'gatewayCores',
    ] as const)
      expect(many[key] / one[key]).toBeCloseTo(2);
    expect(needOf(10, measured)).toMatchObject({ gateways: 2, engineShards: 1, redisNodes: 1 });
  });

  it('plans gateways by sockets when CPU needs fewer', () => {
    for (const members of [1e6, 1e7, 1e8]) {
      const { gateways, sockets, stormSeconds } = needOf(members, measured);
      expect(sockets / gateways).toBeCloseTo(10_000);
      expect(stormSeconds).toBeLessThanOrEqual(10_000 / measured.syncedPerSecond);
    }
    // With many calls and few sockets, CPU decides the number of gateways.
    const busy = needOf(1e7, { ...measured, callsPerCpu: 100 });
    expect(busy.gateways).toBe(busy.gatewayCores);
  });

  it('returns the limits in the order in which growth meets them', () => {
    const walls = wallsOf(measured);
    expect(walls.map(({ members }) => members)).toEqual(
      walls.map(({ members }) => members).sort((a, b) => a - b),
    );
    expect(walls.find(({ name }) => name.startsWith('search'))?.members).toBeCloseTo(2 * 1_024 * 1_024, -3);
    // Two gateways suffice up to the first limit, and not beyond, as in the table.
    const first = walls[0]?.members ?? 0;
    expect(needOf(first, measured).gateways).toBeCloseTo(2);
    expect(needOf(first * 1.01, measured).gateways).toBeGreaterThan(2);
  });
});
