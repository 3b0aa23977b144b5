import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc; 100 on every Linux that Node supports. */
const TICKS = 100;

/** CPU-seconds (user + system, ended children included) of the process trees below `pids` so far. */
export function cpuSeconds(pids: readonly number[]): number {
  const parents = new Map<number, number[]>();
  const used = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    const stat = readStat(pid);
    if (!stat) continue;
    used.set(pid, stat.seconds);
    parents.set(stat.parent, [...(parents.get(stat.parent) ?? []), pid]);
  }
  const seen = new Set<number>();
  const visit = (pid: number): void => {
    if (seen.has(pid)) return;
    seen.add(pid);
    for (const child of parents.get(pid) ?? []) visit(child);
  };
  for (const pid of pids) visit(pid);
  return [...seen].reduce((sum, pid) => sum + (used.get(pid) ?? 0), 0);
}

/** The roots among `pids`: those that no other of them started. */
export function rootsOf(pids: readonly number[]): number[] {
  return pids.filter((pid) => !pids.includes(readStat(pid)?.parent ?? 0));
}

function readStat(pid: number): { parent: number; seconds: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    return { parent: Number(fields[1]), seconds: ticks / TICKS };
  } catch {
    return undefined;
  }
}

/** Resident memory of one process, in KiB. */
export function residentKib(pid: number): number {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0);
}
