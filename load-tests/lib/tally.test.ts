import { beforeEach, describe, expect, it } from 'vitest';
import { Tally } from './tally.ts';

/** Two members: `a` writes, `b` receives. */
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
        reportedAgain: () => found.push('reported again'),
        outOfOrder: () => found.push('out of order'),
        refusedAndReceived: () => found.push('refused and received'),
      },
      () => time,
    );
  });

  it('measures from when a message was due, not from when it was sent', () => {
    tally.sent('one', 40, 0);
    tally.ack('one');
    time = 130;
    tally.event('b', received('one', 1));
    expect(found).toEqual(['acked 60', 'delivered 90']);
    expect(tally.isComplete()).toBe(true);
  });

  it('counts unacknowledged and undelivered messages as missing', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.ack('one');
    tally.event('b', received('two', 1));
    expect(tally.missing()).toBe(2);
  });

  it('reports a repeated event, a message stored twice and a wrong order', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.event('b', received('two', 2));
    tally.event('b', received('two', 2));
    tally.event('b', received('two', 3));
    tally.event('b', received('one', 4));
    expect(found).toEqual(['delivered 0', 'duplicate', 'duplicate', 'delivered 0', 'out of order']);
  });

  it('reports a message stored twice even after its ack and delivery', () => {
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

  it('accepts a repeated row after a cut, but only once per connection', () => {
    tally.sent('one', 100, 0);
    tally.event('b', received('one', 1));
    tally.reconnected('b');
    tally.event('b', received('one', 1));
    expect(found).toEqual(['delivered 0', 'reported again']);
    tally.event('b', received('one', 1));
    expect(found).toEqual(['delivered 0', 'reported again', 'duplicate']);
  });

  it('accepts one repetition of messages from before a cut of the sender', () => {
    tally.sent('one', 100, 0);
    tally.event('b', received('one', 1));
    tally.reconnected('a');
    tally.sent('two', 100, 1);
    tally.event('b', received('two', 2));
    tally.event('b', received('one', 1));
    expect(found).toEqual(['delivered 0', 'delivered 0', 'reported again']);
    tally.event('b', received('two', 2));
    tally.event('b', received('one', 1));
    expect(found.slice(3)).toEqual(['duplicate', 'duplicate']);
  });

  it('accepts a resent message after later ones', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.sentAgain('one');
    tally.event('b', received('two', 2));
    tally.event('b', received('one', 1));
    expect(found).toEqual(['delivered 0', 'delivered 0']);
  });

  it('accepts an event per try of a resend, and fetched rows after newer events', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.sent('three', 100, 2);
    tally.sentAgain('two');
    tally.event('b', received('two', 2));
    tally.event('b', received('two', 2));
    tally.event('b', received('three', 3));
    tally.fetched('b', received('one', 1));
    expect(found).toEqual(['delivered 0', 'reported again', 'delivered 0', 'delivered 0']);
  });

  it('reports a fetched message whose row comes after a later message', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.event('b', received('two', 1));
    tally.fetched('b', received('one', 2));
    expect(found.at(-1)).toBe('out of order');
  });

  it('counts a fetched message as delivered, before or after its event', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.fetched('b', received('one', 1));
    tally.event('b', received('one', 1));
    tally.event('b', received('two', 2));
    tally.fetched('b', received('two', 2));
    expect(found).toEqual(['delivered 0', 'delivered 0']);
  });

  it('counts messages that were only fetched, unless their event follows', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.fetched('b', received('one', 1));
    tally.fetched('b', received('two', 2));
    expect(tally.fetchedOnly()).toBe(2);
    tally.event('b', received('two', 2));
    expect(tally.fetchedOnly()).toBe(1);
    expect(found).toEqual(['delivered 0', 'delivered 0']);
  });

  it('accepts a missing event after a later cut of either side or a resend', () => {
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

  it('reports a hole in the rows of one receiver', () => {
    tally.event('b', received('x', 5));
    tally.event('b', received('y', 7));
    expect(tally.holes()).toBe(1);
    tally.event('b', received('z', 6));
    expect(tally.holes()).toBe(0);
  });

  it('accepts an empty row and drops a later event with its number', () => {
    tally.sent('late', 100, 0);
    tally.event('b', received('x', 5));
    tally.event('b', received('y', 7));
    tally.empty('b', { conversation: 'c', seq: 6 });
    expect(tally.holes()).toBe(0);
    tally.event('b', received('late', 6));
    expect(found).toEqual([]);
    expect(tally.missing()).toBe(1);
  });

  it('does not mark a row as empty that arrived meanwhile', () => {
    tally.sent('one', 100, 0);
    tally.event('b', received('one', 1));
    tally.empty('b', { conversation: 'c', seq: 1 });
    tally.event('b', received('one', 1));
    expect(found).toEqual(['delivered 0', 'duplicate']);
  });

  it('knows a message by its first key and finds it under two keys', () => {
    tally.sent('one', 100, 0);
    tally.event('b', received('one.2', 3));
    tally.event('b', received('one', 4));
    tally.ack('one');
    expect(found).toEqual(['delivered 0', 'duplicate', 'acked 0']);
    expect(tally.isComplete()).toBe(true);
  });

  it('reports a refused message that is delivered, before or after the refusal', () => {
    tally.sent('one', 100, 0);
    tally.ack('one', 'SEND_EXPIRED');
    tally.event('b', received('one.9', 1));
    tally.sent('two', 100, 1);
    tally.event('b', received('two', 2));
    tally.ack('two', 'SEND_EXPIRED');
    expect(found).toEqual([
      'refused SEND_EXPIRED',
      'refused and received',
      'delivered 0',
      'refused and received',
      'refused SEND_EXPIRED',
    ]);
  });

  it('reports a resent message whose row comes after a later one', () => {
    tally.sent('one', 100, 0);
    tally.sent('two', 100, 1);
    tally.sentAgain('one');
    tally.event('b', received('two', 1));
    tally.event('b', received('one', 2));
    expect(found).toEqual(['delivered 0', 'delivered 0', 'out of order']);
  });

  it('counts no delivery for a member’s own event, and reports a refusal', () => {
    tally.sent('one', 100, 0);
    tally.event('a', received('one', 1));
    expect(found).toEqual([]);
    tally.ack('one', 'NOT_ENOUGH_CREDITS');
    expect(found).toEqual(['refused NOT_ENOUGH_CREDITS']);
    expect(tally.isComplete()).toBe(true);
  });
});
