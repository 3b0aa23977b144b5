import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * The moment a process started, in whatever words the system uses, or `undefined` when there is no such process
 * (a zombie is none). Process ids are used again; an id together with its start is not.
 */
export function startOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return startInProc(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const words = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return words === '' ? undefined : words.replaceAll(/\W+/g, '');
  } catch {
    return undefined;
  }
}

/** Fields after the command, which may itself hold spaces and brackets: state is the 1st, start the 20th. */
function startInProc(stat: string): string | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}

/** `<pid>-<start>`: names one process for ever. */
export function identityOf(pid: number): string | undefined {
  const start = startOf(pid);
  return start && `${pid}-${start}`;
}

/** True if the process named by `identityOf` still runs. */
export function isAlive(identity: string): boolean {
  const [pid, start] = identity.split('-');
  return start !== undefined && startOf(Number(pid)) === start;
}

/** Every living process below `pid`, parents first. Empty where there is no /proc. */
export function descendantsOf(pid: number): number[] {
  const childrenOf = new Map<number, number[]>();
  for (const entry of processFolders()) {
    const parent = parentOf(entry);
    if (parent !== undefined) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), entry]);
  }
  const found: number[] = [];
  for (
    let next = childrenOf.get(pid) ?? [];
    next.length > 0;
    next = next.flatMap((id) => childrenOf.get(id) ?? [])
  ) {
    found.push(...next);
  }
  return found;
}

function processFolders(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
