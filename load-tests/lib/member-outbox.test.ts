import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MemberOutbox } from './member-outbox.ts';
import { Tally } from './tally.ts';

const OK = '{"ok":true,"value":{}}';
const refused = (code: string) => `{"ok":false,"refusal":{"code":"${code}"}}`;

describe('a member’s outbox', () => {
  let sent: { key: string; answer(json: string): void }[] = [];
  let found: string[] = [];
  let received = 0;
  let isOpen = true;
  let outbox: MemberOutbox;
  let tally: Tally;

  const keys = () => sent.map(({ key }) => key);
  const answer = (json: string) => sent.at(-1)?.answer(json);
  const write = (...clientIds: string[]) => {
    for (const [order, clientId] of clientIds.entries()) {
      tally.sent(clientId, Date.now(), order);
      outbox.add(clientId);
    }
  };

  beforeEach(() => {
    vi.useFakeTimers();
    // The middle of the random range of a wait.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    [sent, found, received, isOpen] = [[], [], 0, true];
    const report = (what: string) => () => void found.push(what);
    tally = new Tally(
      {
        acked: (ms) => found.push(`acked after ${ms}`),
        refused: (code) => found.push(`refused ${code}`),
        delivered: report('delivered'),
        duplicate: report('duplicate'),
        reportedAgain: report('reported again'),
        outOfOrder: report('out of order'),
        refusedAndReceived: report('refused and received'),
      },
      () => Date.now(),
    );
    outbox = new MemberOutbox(tally, {
      clock: () => Date.now(),
      later: (act, ms) => void setTimeout(act, ms),
      isOpen: () => isOpen,
      framesReceived: () => received,
      send(key, onAnswer) {
        const one = { key, answer: onAnswer };
        sent.push(one);
        return () => {
          one.answer = () => {};
        };
      },
      hangUp: report('hung up'),
      note: {
        putOff: (code) => found.push(`put off ${code}`),
        unanswered: report('unanswered'),
        expired: report('expired'),
      },
    });
    return () => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    };
  });

  it('sends one message at a time, in the order of writing', () => {
    write('one', 'two');
    expect(keys()).toEqual(['one']);
    answer(OK);
    expect(keys()).toEqual(['one', 'two']);
  });

  it('measures the ack from when a message was written, whatever delayed it', async () => {
    write('one', 'two');
    await vi.advanceTimersByTimeAsync(700);
    answer(OK);
    answer(OK);
    expect(found).toEqual(['acked after 700', 'acked after 700']);
  });

  it('keeps messages until there is a connection', () => {
    isOpen = false;
    write('one');
    expect(keys()).toEqual([]);
    isOpen = true;
    outbox.wake();
    expect(keys()).toEqual(['one']);
  });

  it.each(['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL', 'AUTHENTICATION_REQUIRED'])(
    'retries under the same key after %s with backoff, before later messages',
    async (code) => {
      write('one', 'two');
      answer(refused(code));
      await vi.advanceTimersByTimeAsync(999);
      expect(keys()).toEqual(['one']);
      await vi.advanceTimersByTimeAsync(1);
      answer(refused(code));
      await vi.advanceTimersByTimeAsync(1_999);
      expect(keys()).toEqual(['one', 'one']);
      await vi.advanceTimersByTimeAsync(1);
      answer(OK);
      expect(keys()).toEqual(['one', 'one', 'one', 'two']);
      expect(found).toEqual([`put off ${code}`, `put off ${code}`, 'acked after 3000']);
    },
  );

  it('waits at most 30 s, and resets the backoff once a message is decided', async () => {
    write('one', 'two');
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      answer(refused('UNAVAILABLE'));
      const before = sent.length;
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      expect(sent).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(sent).toHaveLength(before + 1);
    }
    answer(OK);
    answer(refused('UNAVAILABLE'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(keys().slice(-2)).toEqual(['two', 'two']);
  });

  it('retries at once after a reconnect, and not again when the old wait ends', async () => {
    write('one');
    answer(refused('UNAVAILABLE'));
    outbox.wake();
    expect(keys()).toEqual(['one', 'one']);
    answer(refused('UNAVAILABLE'));
    // The first wait ends here; the second one, from the start again, a moment later.
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(3);
  });

  it('sends an expired message under its next key, before later messages', () => {
    write('one', 'two');
    answer(refused('SEND_EXPIRED'));
    answer(refused('SEND_EXPIRED'));
    answer(OK);
    expect(keys()).toEqual(['one', 'one.2', 'one.3', 'two']);
    expect(found).toEqual(['expired', 'expired', 'acked after 0']);
  });

  it('counts a message as refused when its last key expires, and continues', () => {
    write('one', 'two');
    for (let tries = 0; tries < 9; tries += 1) answer(refused('SEND_EXPIRED'));
    expect(keys().slice(-2)).toEqual(['one.9', 'two']);
    expect(found.at(-1)).toBe('refused SEND_EXPIRED');
  });

  it('accepts any other refusal, and continues', () => {
    write('one', 'two');
    answer(refused('NOT_ENOUGH_CREDITS'));
    expect(found).toEqual(['refused NOT_ENOUGH_CREDITS']);
    expect(keys()).toEqual(['one', 'two']);
  });

  it('retries a message without an answer after 10 s, and ignores a late answer', async () => {
    write('one');
    const [first] = sent;
    await vi.advanceTimersByTimeAsync(5_000);
    received += 1;
    await vi.advanceTimersByTimeAsync(4_999);
    expect(found).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(found).toEqual(['unanswered']);
    first?.answer(OK);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(keys()).toEqual(['one', 'one']);
    expect(found).toEqual(['unanswered']);
  });

  it('gives each message its own ten seconds', async () => {
    write('one');
    await vi.advanceTimersByTimeAsync(9_000);
    answer(OK);
    write('two');
    received += 1;
    await vi.advanceTimersByTimeAsync(9_999);
    expect(found).toEqual(['acked after 9000']);
    received += 1;
    await vi.advanceTimersByTimeAsync(1);
    expect(found.at(-1)).toBe('unanswered');
  });

  it('closes the connection when nothing at all arrived meanwhile', async () => {
    write('one');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(found).toEqual(['unanswered', 'hung up']);
  });

  it('resends the message under way at a cut under the same key', () => {
    write('one');
    isOpen = false;
    outbox.cut();
    isOpen = true;
    outbox.wake();
    expect(keys()).toEqual(['one', 'one']);
    expect(found).toEqual(['unanswered']);
  });

  it('sends nothing once it is stopped', async () => {
    write('one', 'two');
    answer(refused('UNAVAILABLE'));
    outbox.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(keys()).toEqual(['one']);
  });
});
