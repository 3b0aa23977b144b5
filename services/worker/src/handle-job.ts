import type { JobContract, JobDataOf } from '@heartline/contracts';
import type { JobHandler } from '@heartline/platform';

/** Handles a job contract; its data is parsed first. */
export function handleJob<const C extends JobContract>(
  contract: C,
  run: (data: JobDataOf<C>) => Promise<unknown>,
): JobHandler {
  return { contract, run: (data) => run(contract.data.parse(data) as JobDataOf<C>) };
}
