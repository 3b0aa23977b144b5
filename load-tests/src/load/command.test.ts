import { describe, expect, it } from 'vitest';
import { planText } from '../../lib/plan.ts';
import { planOf, readCommand } from './command.ts';

describe('command line', () => {
  it('changes a plan within bounds, and names the bounds otherwise', () => {
    expect(planOf('load', { members: '21', rate: '7.5' })).toMatchObject({
      members: 20,
      rate: 7.5,
      minutes: 3,
    });
    expect(() => planOf('load', { members: '1' })).toThrow('--members takes a whole number from 2 to 5000');
    expect(() => planOf('load', { rate: 'fast' })).toThrow('--rate');
    expect(() => planOf('load', { members: '20.5' })).toThrow(
      '--members takes a whole number from 2 to 5000',
    );
    expect(() => planOf('toString', {})).toThrow('There is no plan');
    // A member who cannot enter receives nothing, and its messages would count as lost.
    expect(planOf('smoke', { members: '60' }).members).toBe(60);
    expect(() => planOf('smoke', { members: '200' })).toThrow('--members=60 at most');
    expect(planOf('load', { members: '200' }).members).toBe(200);
  });

  it('rejects options that have no effect', () => {
    const read = (...argv: string[]) => readCommand(argv).values;
    expect(read('load', '--members=4', '--set=A=b')).toMatchObject({ members: '4' });
    expect(read('peers', '--gateways=2')).toMatchObject({ gateways: '2' });
    expect(() => read('load', '--gateways=2')).toThrow('load takes no --gateways');
    expect(() => read('compare', 'a.json', 'b.json', '--turns=2')).toThrow('compare takes no --turns');
    expect(() => read('smoke', '--accounts=members.json')).toThrow('name those by --url');
    expect(() => read('toString', '--bench=folder')).toThrow('toString takes no --bench');
    // Node's own error would explain how to pass arguments that begin with a dash.
    expect(() => read('smoke', '--minute=3')).toThrow(
      "Unknown option '--minute'. Options it takes: --members, --rate, --minutes, --set, --turns, --url, --accounts, --summary.",
    );
    expect(() => read('report', '--all')).toThrow("Unknown option '--all'. Options it takes: none.");
    expect(() => read('load', '--members', '--rate=3')).toThrow(
      "Option '--members' argument is ambiguous. Options it takes: --members",
    );
  });

  it('passes known settings to services, and shows them in the report', () => {
    const plan = planOf('load', { set: ['MONGODB_BULK=1', 'PAYMENT_URL=http://a.localhost/?b=c'] });
    expect(plan.settings).toEqual({ MONGODB_BULK: '1', PAYMENT_URL: 'http://a.localhost/?b=c' });
    expect(planText(plan)).toContain('steady, MONGODB_BULK=1');
    for (const given of ['MONGODB_BULK', 'BULK=1', 'toString=1', '=1'])
      expect(() => planOf('load', { set: [given] })).toThrow(`not '${given}'`);
    expect(() => planOf('load', { set: ['MONGODB_BULK=1'], url: ['http://a.localhost:1'] })).toThrow('--url');
  });
});
