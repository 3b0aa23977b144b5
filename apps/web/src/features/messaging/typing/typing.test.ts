import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emitLive } from '../../../live/bus.ts';
import { setClient } from '../../../live/connection.ts';
import type { LiveClient } from '../../../live/live-client.ts';
import { endTyping, followTyping, isTyping, noteTyping, OVER_AFTER_MS, SAID_EVERY_MS } from './typing.ts';

const her = 'a'.repeat(24);
const conversation = 'c'.repeat(24);
let sent: string[] = [];
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  sent = [];
  setClient({
    isConnected: () => true,
    request: async ({ name }: { name: string }) => {
      sent.push(name);
      return { ok: true, value: {} };
    },
    close() {},
  } as unknown as LiveClient);
  stop = followTyping();
});

afterEach(() => {
  stop();
  endTyping(her);
  setClient(undefined);
  vi.useRealTimers();
});

describe('typing', () => {
  it('is reported with the first letter, then at most every three seconds', () => {
    for (let at = 0; at < SAID_EVERY_MS; at += 100) noteTyping(her, 1_000_000 + at);
    expect(sent).toHaveLength(1);
    noteTyping(her, 1_000_000 + SAID_EVERY_MS);
    expect(sent).toHaveLength(2);
  });

  it('is still reported after the device clock was set back', () => {
    noteTyping(her);
    noteTyping(her, 1_000_000 - 86_400_000);
    expect(sent).toHaveLength(2);
  });

  it('is reported again at once after a message, but not without a connection', () => {
    noteTyping(her);
    endTyping(her);
    noteTyping(her);
    expect(sent).toHaveLength(2);
    setClient(undefined);
    endTyping(her);
    noteTyping(her);
    expect(sent).toHaveLength(2);
  });

  it('ends six seconds after the last event', () => {
    emitLive('conversation:typed', { conversation, profile: her });
    vi.advanceTimersByTime(OVER_AFTER_MS - 1);
    expect(isTyping(conversation)).toBe(true);
    emitLive('conversation:typed', { conversation, profile: her });
    vi.advanceTimersByTime(OVER_AFTER_MS - 1);
    expect(isTyping(conversation)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isTyping(conversation)).toBe(false);
  });

  it('ends with their message or their profile, but not with an own message', () => {
    const message = (sender: string) => ({ message: { conversation, sender }, profile: her }) as never;
    emitLive('conversation:typed', { conversation, profile: her });
    emitLive('message:created', message('f'.repeat(24)));
    expect(isTyping(conversation)).toBe(true);
    emitLive('message:created', message(her));
    expect(isTyping(conversation)).toBe(false);
    emitLive('conversation:typed', { conversation, profile: her });
    emitLive('profile:hidden', { profile: her, version: { epoch: 'e', n: 1 } });
    expect(isTyping(conversation)).toBe(false);
  });
});
