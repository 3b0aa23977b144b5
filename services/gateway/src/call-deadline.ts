import { type CallContract, type Result, refuse } from '@heartline/contracts';

/** A call or event that takes longer than this is answered “try again”: nobody waits over 5 s, whatever hangs. */
const DEADLINE_MS = 4_500;
/** Calls that take in or draw a picture may wait for a slow network, and for the pictures before theirs. */
const PICTURE_DEADLINE_MS = 40_000;

/** The deadline of a call, in ms. */
export function deadlineOf(contract: Pick<CallContract, 'limit'>): number {
  return contract.limit === 'upload' ? PICTURE_DEADLINE_MS : DEADLINE_MS;
}

/** Interval of the check for late calls. One timer serves all calls, since a timer for each costs more than the check. */
const LOOK_EVERY_MS = 100;

type Answer = Result<unknown>;

interface Awaited {
  until: number;
  /** Takes the answer; nobody waits any more without it. */
  done?: ((answer: Answer) => void) | undefined;
}

/** Calls that are not finished, by the last check or since. */
let awaited: Awaited[] = [];
let looking: NodeJS.Timeout | undefined;

function endLate(): void {
  const now = performance.now();
  const open = awaited.filter(({ done }) => done !== undefined);
  awaited = open.filter(({ until }) => until > now);
  for (const entry of open) if (entry.until <= now) takeDone(entry)?.(refuse('UNAVAILABLE'));
  if (awaited.length > 0) return;
  clearInterval(looking);
  looking = undefined;
}

/** Returns the callback to answer, once. */
function takeDone(entry: Awaited): Awaited['done'] {
  const { done } = entry;
  entry.done = undefined;
  return done;
}

/** Answers `UNAVAILABLE` when the work is late. The work continues; every use case is safe to repeat. */
export function answerInTime(
  work: Promise<Answer>,
  done: (answer: Answer) => void,
  fail: (error: unknown) => void,
  deadlineMs = DEADLINE_MS,
): void {
  const entry: Awaited = { until: performance.now() + deadlineMs, done };
  awaited.push(entry);
  looking ??= setInterval(endLate, LOOK_EVERY_MS);
  work.then(
    (answer) => takeDone(entry)?.(answer),
    (error: unknown) => takeDone(entry) && fail(error),
  );
}

/** The same for those who await it. */
export function withDeadline(work: Promise<Answer>, deadlineMs = DEADLINE_MS): Promise<Answer> {
  return new Promise((resolve, reject) => answerInTime(work, resolve, reject, deadlineMs));
}
