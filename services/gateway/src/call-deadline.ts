import { type CallContract, type Result, refuse } from '@heartline/contracts';

/** A call or event that takes longer than this is answered “try again”: nobody waits over 5 s, whatever hangs. */
const DEADLINE_MS = 4_500;
/** Calls that take in or draw a picture may wait for a slow network, and for the pictures before theirs. */
const PICTURE_DEADLINE_MS = 40_000;

/** How long a call may take. */
export function deadlineOf(contract: Pick<CallContract, 'limit'>): number {
  return contract.limit === 'upload' ? PICTURE_DEADLINE_MS : DEADLINE_MS;
}

/** Answers `UNAVAILABLE` when the work is late. What it still does is safe to repeat, as every use case is. */
export function withDeadline(
  work: Promise<Result<unknown>>,
  deadlineMs = DEADLINE_MS,
): Promise<Result<unknown>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(refuse('UNAVAILABLE')), deadlineMs);
    work.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
