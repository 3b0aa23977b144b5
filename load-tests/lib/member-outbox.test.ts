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
    // In the middle of what a wait may be.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    [sent, found, received, isOpen] = [[], [], 0, true];
    const report = (what: string) => () => void found.push(what);
    tally = new Tally(
      {
        acked: (ms) => found.push(`acked after ${ms}`),
        refused: (code) => found.push(`refused ${code}`),
        delivered: report('delivered'),
        duplicate: report('duplicate'),
        reportedAgain: report('told again'),
        outOfOrder: report('out of order'),
        refusedAndReceived: report('refused and heard'),
      },
      () => Date.now(),
    );
    outbox = new MemberOutbox(tally, {
      clock: () => Date.now(),
      later: (act, ms) => void setTimeout(act, ms),
      isOpen: () => isOpen,
      heard: () => received,
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

  it('sends one at a time, in the order of writing', () => {
    write('one', 'two');
    expect(keys()).toEqual(['one']);
    answer(OK);
    expect(keys()).toEqual(['one', 'two']);
  });

  it('counts from when a message was written, whatever it waited for', async () => {
    write('one', 'two');
    await vi.advanceTimersByTimeAsync(700);
    answer(OK);
    answer(OK);
    expect(found).toEqual(['acked after 700', 'acked after 700']);
  });

  it('keeps what is written without a line until there is one', () => {
    isOpen = false;
    write('one');
    expect(keys()).toEqual([]);
    isOpen = true;
    outbox.wake();
    expect(keys()).toEqual(['one']);
  });

  it.each(['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL', 'AUTHENTICATION_REQUIRED'])(
    'tries again under the same key after %s, later each time, before anything written later',
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

  it('waits half a minute at most, and from the start again once something is decided', async () => {
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

  it('tries at once when the device is let in again, and not once more when the wait ends', async () => {
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

  it('sends under the next key what was given up, before anything written later', () => {
    write('one', 'two');
    answer(refused('SEND_EXPIRED'));
    answer(refused('SEND_EXPIRED'));
    answer(OK);
    expect(keys()).toEqual(['one', 'one.2', 'one.3', 'two']);
    expect(found).toEqual(['expired', 'expired', 'acked after 0']);
  });

  it('takes it for refused when the last key was given up, and goes on', () => {
    write('one', 'two');
    for (let tries = 0; tries < 9; tries += 1) answer(refused('SEND_EXPIRED'));
    expect(keys().slice(-2)).toEqual(['one.9', 'two']);
    expect(found.at(-1)).toBe('refused SEND_EXPIRED');
  });

  it('takes any other refusal, and goes on', () => {
    write('one', 'two');
    answer(refused('NOT_ENOUGH_CREDITS'));
    expect(found).toEqual(['refused NOT_ENOUGH_CREDITS']);
    expect(keys()).toEqual(['one', 'two']);
  });

  it('tries again what has no answer within ten seconds, and lets a late answer count no more', async () => {
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

  it('gives each message its ten seconds', async () => {
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

  it('hangs up where it heard nothing at all meanwhile', async () => {
    write('one');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(found).toEqual(['unanswered', 'hung up']);
  });

  it('leaves unanswered what was under way at a cut, and sends it again under the same key', () => {
    write('one');
    isOpen = false;
    outbox.cut();
    isOpen = true;
    outbox.wake();
    expect(keys()).toEqual(['one', 'one']);
    expect(found).toEqual(['unanswered']);
  });

  it('sends nothing more once it is stopped', async () => {
    write('one', 'two');
    answer(refused('UNAVAILABLE'));
    outbox.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(keys()).toEqual(['one']);
  });
});
