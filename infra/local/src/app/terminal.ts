import type { Progress } from '../progress.ts';

const isTerminal = process.stdout.isTTY;
const paint = (code: number, text: string) => (isTerminal ? `\u001b[${code}m${text}\u001b[0m` : text);
export const bold = (text: string) => paint(1, text);
const dim = (text: string) => paint(2, text);
export const red = (text: string) => paint(31, text);

// A terminal that is gone, or a full disk behind it, ends nothing that runs.
process.stdout.on('error', () => undefined);

export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints each step on a line with the seconds since the start. */
export function createScreen(): Progress {
  const startedAt = performance.now();
  return (step, detail) => {
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6);
    print(`${dim(`${seconds} s`)}  ${step}${detail ? dim(`  ${detail}`) : ''}`);
  };
}

/** Two columns, the first as wide as its widest entry. */
export function printTable(rows: readonly (readonly [string, string])[]): void {
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, text] of rows) print(`  ${bold(name.padEnd(width))}  ${text}`);
}
