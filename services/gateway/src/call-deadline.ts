import { type Result, refuse } from '@heartline/contracts';

/** A call or event that takes longer than this is answered “try again”: nobody waits over 5 s, whatever hangs. */
const DEADLINE_MS = 4_500;

/** Answers `UNAVAILABLE` when the work is late. What it still does is safe to repeat, as every use case is. */
export function withDeadline(work: Promise<Result<unknown>>): Promise<Result<unknown>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(refuse('UNAVAILABLE')), DEADLINE_MS);
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
