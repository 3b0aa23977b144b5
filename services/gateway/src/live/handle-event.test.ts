import { focusChanged, LIMITS, ok, type Result } from '@heartline/contracts';
import { createLogger } from '@heartline/platform';
import { expect, it } from 'vitest';
import { attachHandlers, byName, createEventLimits, handleEvent, type LiveSocket } from './handle-event.ts';

const { points, seconds } = LIMITS.signal;

/** A socket with one handler behind it, over a clock of the test's; `ask` is one packet and its answer. */
function device(
  run: () => Promise<Result<Record<string, never>>> = async () => ok({}),
  clock = { now: 1_000 },
  limits = createEventLimits(5, () => clock.now),
) {
  let take: (packet: unknown[]) => void = () => undefined;
  const socket = {
    connected: true,
    data: { answering: 0, session: { member: 'mara' } },
    use: (listener: typeof take) => {
      take = listener;
    },
  } as unknown as LiveSocket;
  const deps = { limits, logger: createLogger({ level: 'silent', service: 'test' }) };
  attachHandlers(deps as never, socket, byName([handleEvent(focusChanged, run)]));
  const ask = (name: string = focusChanged.name) =>
    new Promise<string>((resolve) => {
      take([
        name,
        { focused: true, conversation: null },
        (answer: Result<unknown>) => resolve(answer.ok ? 'OK' : answer.refusal.code),
      ]);
    });
  const many = async (times: number) => {
    const answers = await Promise.all(Array.from({ length: times }, () => ask()));
    return answers.filter((answer) => answer === 'OK').length;
  };
  return { clock, socket, ask, many };
}

it('accepts as many events of a device as its limit, in windows from the first event', async () => {
  const { clock, many } = device();
  expect(await many(points + 5)).toBe(points);
  clock.now += seconds * 1_000 - 1;
  expect(await many(1)).toBe(0);
  clock.now += 1;
  expect(await many(points + 5)).toBe(points);
  clock.now += seconds * 1_000;
  expect(await many(1)).toBe(1);
});

it.each([1, 5])('takes all of %i devices of a member, and no more, however many they have', async (most) => {
  const clock = { now: 1_000 };
  const limits = createEventLimits(most, () => clock.now);
  const devices = Array.from({ length: most + 5 }, () => device(undefined, clock, limits));
  const taken = [];
  for (const { many } of devices) taken.push(await many(points));
  expect(taken).toEqual(devices.map((_, n) => (n < most ? points : 0)));
  clock.now += seconds * 1_000;
  expect(await device(undefined, clock, limits).many(points)).toBe(points);
});

it('knows how many it has not answered, whatever comes of them', async () => {
  const wait = Promise.withResolvers<Result<Record<string, never>>>();
  const answers = [wait.promise, Promise.reject(new Error('a surprise')), Promise.resolve(ok({}))];
  const { socket, ask } = device(() => answers.shift() ?? Promise.resolve(ok({})));
  const first = ask();
  const others = [ask(), ask()];
  expect(socket.data.answering).toBe(3);
  expect(await Promise.all(others)).toEqual(['INTERNAL', 'OK']);
  expect(socket.data.answering).toBe(1);
  expect(await ask('unknown:event')).toBe('UNKNOWN_EVENT');
  wait.resolve(ok({}));
  expect(await first).toBe('OK');
  expect(socket.data.answering).toBe(0);
});
