import { beforeEach, describe, expect, it } from 'vitest';
import { Tally } from './tally.ts';

/** Two people: `a` writes, `b` hears. */
describe('tally', () => {
  let found: string[] = [];
  let time = 0;
  let tally: Tally;
  const received = (clientId: string, seq: number) => ({ clientId, conversation: 'c', seq, sender: 'a' });

  beforeEach(() => {
    found = [];
    time = 100;
    tally = new Tally(
      {
        acked: (ms) => found.push(`acked ${ms}`),
        refused: (code) => found.push(`refused ${code}`),
        delivered: (ms) => found.push(`delivered ${ms}`),
        duplicate: () => found.push('duplicate'),
        reportedAgain: () => found.push('told again'),
        outOfOrder: () => found.push('out of order'),
        refusedAndReceived: () => found.push('refused and heard'),
      },
      () => time,
    );
  });

  it('counts from when a message was due, not from when it left', () => {
    tally.sent('one', 40, 0);
    tally.ack('one');
    time = 130;
    tally.event('b', received('one', 1));
    expect(found).toEqual(['acked 60', 'delivered 90']);
    expect(tally.isComplete()).toBe(true);
  });

  it('misses what was not acknowledged, and what was not heard', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.ack('one');
    tally.event('b', received('two', 1));
    expect(tally.missing()).toBe(2);
  });

  it('finds an event that came twice, a message stored twice, and one that overtook another', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.event('b', received('two', 2));
    tally.event('b', received('two', 2));
    tally.event('b', received('two', 3));
    tally.event('b', received('one', 4));
    expect(found).toEqual(['delivered 0', 'duplicate', 'duplicate', 'delivered 0', 'out of order']);
  });

  it('finds a message stored twice also once it was acknowledged and heard, however it is heard again', () => {
    for (const clientId of ['one', 'two', 'three']) {
      tally.sent(clientId, 100, 0);
      tally.ack(clientId);
    }
    tally.event('b', received('one', 1));
    tally.event('b', received('one', 2));
    expect(found.slice(3)).toEqual(['delivered 0', 'duplicate']);
    tally.fetched('b', received('two', 3));
    tally.fetched('b', received('two.2', 4));
    expect(found.filter((one) => one === 'duplicate')).toHaveLength(2);
    tally.event('b', received('of somebody else', 5));
    expect(found.filter((one) => one === 'duplicate')).toHaveLength(2);
    expect(tally.missing()).toBe(1);
  });

  it('takes a row again after a cut, but only once for each connection', () => {
    tally.sent('one', 100, 0);
    tally.event('b', received('one', 1));
    tally.reconnected('b');
    tally.event('b', received('one', 1));
    expect(found).toEqual(['delivered 0', 'told again']);
    tally.event('b', received('one', 1));
    expect(found).toEqual(['delivered 0', 'told again', 'duplicate']);
  });

  it('lets what a sender wrote before a cut be told once more, by who takes over, and nothing that came later', () => {
    tally.sent('one', 100, 0);
    tally.event('b', received('one', 1));
    tally.reconnected('a');
    tally.sent('two', 100, 1);
    tally.event('b', received('two', 2));
    tally.event('b', received('one', 1));
    expect(found).toEqual(['delivered 0', 'delivered 0', 'told again']);
    tally.event('b', received('two', 2));
    tally.event('b', received('one', 1));
    expect(found.slice(3)).toEqual(['duplicate', 'duplicate']);
  });

  it('lets what was sent again be heard after what stands behind it', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.sentAgain('one');
    tally.event('b', received('two', 2));
    tally.event('b', received('one', 1));
    expect(found).toEqual(['delivered 0', 'delivered 0']);
  });

  it('lets each try of a message sent again be told of, and what was fetched come after newer events', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.sent('three', 100, 2);
    tally.sentAgain('two');
    tally.event('b', received('two', 2));
    tally.event('b', received('two', 2));
    tally.event('b', received('three', 3));
    tally.fetched('b', received('one', 1));
    expect(found).toEqual(['delivered 0', 'told again', 'delivered 0', 'delivered 0']);
  });

  it('finds what was fetched from a row behind a later message', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.event('b', received('two', 1));
    tally.fetched('b', received('one', 2));
    expect(found.at(-1)).toBe('out of order');
  });

  it('counts what was fetched after a cut as heard, before or after its event', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.fetched('b', received('one', 1));
    tally.event('b', received('one', 1));
    tally.event('b', received('two', 2));
    tally.fetched('b', received('two', 2));
    expect(found).toEqual(['delivered 0', 'delivered 0']);
  });

  it('counts what was only ever fetched, unless its event follows', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.fetched('b', received('one', 1));
    tally.fetched('b', received('two', 2));
    expect(tally.fetchedOnly()).toBe(2);
    tally.event('b', received('two', 2));
    expect(tally.fetchedOnly()).toBe(1);
    expect(found).toEqual(['delivered 0', 'delivered 0']);
  });

  it('lets a cut of either side after it was sent, or a repetition, explain that nothing was told of it', () => {
    for (const [order, clientId] of ['one', 'two', 'three'].entries()) tally.sent(clientId, 100, order);
    tally.sentAgain('two');
    tally.reconnected('b');
    tally.sent('four', 100, 3);
    for (const [row, clientId] of ['one', 'two', 'three', 'four'].entries())
      tally.fetched('b', received(clientId, row + 1));
    expect(tally.fetchedOnly()).toBe(1);
    tally.reconnected('a');
    expect(tally.fetchedOnly()).toBe(0);
  });

  it('sees a hole in the numbers one receiver heard', () => {
    tally.event('b', received('x', 5));
    tally.event('b', received('y', 7));
    expect(tally.holes()).toBe(1);
    tally.event('b', received('z', 6));
    expect(tally.holes()).toBe(0);
  });

  it('steps over a row that was asked for and is empty, and drops what is told under its number later', () => {
    tally.sent('late', 100, 0);
    tally.event('b', received('x', 5));
    tally.event('b', received('y', 7));
    tally.empty('b', { conversation: 'c', seq: 6 });
    expect(tally.holes()).toBe(0);
    tally.event('b', received('late', 6));
    expect(found).toEqual([]);
    expect(tally.missing()).toBe(1);
  });

  it('takes no row for empty that was heard meanwhile', () => {
    tally.sent('one', 100, 0);
    tally.event('b', received('one', 1));
    tally.empty('b', { conversation: 'c', seq: 1 });
    tally.event('b', received('one', 1));
    expect(found).toEqual(['delivered 0', 'duplicate']);
  });

  it('knows a message by its first key, whichever it was taken under, and finds it under both', () => {
    tally.sent('one', 100, 0);
    tally.event('b', received('one.2', 3));
    tally.event('b', received('one', 4));
    tally.ack('one');
    expect(found).toEqual(['delivered 0', 'duplicate', 'acked 0']);
    expect(tally.isComplete()).toBe(true);
  });

  it('finds what is heard although its sender was told that it is not taken, before that or after', () => {
    tally.sent('one', 100, 0);
    tally.ack('one', 'SEND_EXPIRED');
    tally.event('b', received('one.9', 1));
    tally.sent('two', 100, 1);
    tally.event('b', received('two', 2));
    tally.ack('two', 'SEND_EXPIRED');
    expect(found).toEqual([
      'refused SEND_EXPIRED',
      'refused and heard',
      'delivered 0',
      'refused and heard',
      'refused SEND_EXPIRED',
    ]);
  });

  it('finds what was sent again and stands behind what was written after it', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.sentAgain('one');
    tally.event('b', received('two', 1));
    tally.event('b', received('one', 2));
    expect(found).toEqual(['delivered 0', 'delivered 0', 'out of order']);
  });

  it('lets a member hear its own without counting a delivery, and tells a refusal', () => {
    tally.sent('one', 100, 0);
    tally.event('a', received('one', 1));
    expect(found).toEqual([]);
    tally.ack('one', 'NOT_ENOUGH_CREDITS');
    expect(found).toEqual(['refused NOT_ENOUGH_CREDITS']);
    expect(tally.isComplete()).toBe(true);
  });
});
