import { enterMs, type RunPlan } from '../../lib/plan.ts';

const EVERY_MS = 10_000;

/** Prints the progress of a run every 10 s until the returned function is called. */
export function showProgress(
  { members, minutes }: Pick<RunPlan, 'members' | 'minutes'>,
  say: (line: string) => void = console.log,
): () => void {
  const startedAt = performance.now();
  const underLoadMs = minutes * 60_000;
  const timer = setInterval(() => {
    const sinceMs = performance.now() - startedAt - enterMs(members);
    if (sinceMs < 0) say(`  letting ${members} members in, ${clock(-sinceMs)} left`);
    else if (sinceMs < underLoadMs) say(`  ${clock(sinceMs)} of ${clock(underLoadMs)} under load`);
    else say('  waiting for what is still on its way');
  }, EVERY_MS);
  return () => clearInterval(timer);
}

function clock(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
