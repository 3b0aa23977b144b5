import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { rowsByBenchmark } from './results.ts';

/**
 * Sources of the rows of docs/figures.md. Each figure has its benchmark, its row in RESULTS.md, and the index of the
 * number or range in the row's cell. `times` converts units.
 */
const BEHIND: Record<
  string,
  readonly (readonly [bench: string, figure: string, place: number, times?: number])[]
> = {
  'messages accepted, paid and settled': [
    ['msg-durable', 'accepted a second at capacity', 0],
    ['msg-durable', 'accepted a second at the knee', 2],
  ],
  'of the same documents written bare, at capacity': [
    ['msg-durable', '(a) accepted at capacity, of bare bulks', 0],
  ],
  'CPU of all servers for 1,000 messages': [['msg-durable', 'CPU-s per 1,000 at capacity, servers', 0]],
  "a message at 100/s, to the other's socket": [
    ['msg-durable', 'p50 of the delivery at 100/s', 0],
    ['msg-durable', 'p99 of the delivery at 100/s', 1],
  ],
  'an idle signed-in socket': [
    ['gw-mem', 'RSS of an idle signed-in socket', 0],
    ['gw-mem', 'idle, of raw ws', 1],
  ],
  'a list of 50 conversations, of the bare driver': [
    ['inbox-read', 'a list of 50 conversations, of the bare driver, per server CPU-second', 0],
  ],
  'a page of 30 messages, of the bare driver': [
    ['inbox-read', 'a page of 30 messages, of the bare driver, per server CPU-second', 0],
  ],
  'read marks moved, of bare updates': [['unread-exact', 'marks moved a second, of bare updates', 0]],
  'with 1,000,000 stored messages, of an empty store': [
    ['msg-stored', 'accepted a second with 1,000,000 stored, of an empty store', 0],
  ],
  'other calls’ p99 while 200 wrong logins a second knock, of calm': [
    ['login-flood', 'p99 of other calls, of calm', 0],
  ],
  'read on one device, until another one stops counting it': [
    ['read-once', 'another tab still counts, the longest of a turn', 0, 1_000],
    ['read-once', 'a phone on another gateway, the longest of a turn', 0, 1_000],
  ],
  'slowest press on a phone’s CPU: sign-up, search, profile': [
    ['web-vitals', 'sign-up: slowest press (INP)', 0],
    ['web-vitals', 'search: slowest press (INP)', 1],
    ['web-vitals', 'profile: slowest press (INP)', 2],
  ],
};

const page = (path: string) => readFile(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());

/**
 * Numbers and ranges of a cell, widened by half of their last digit. A number after a letter, as in p99, is part of a
 * name.
 */
function rangesIn(cell: string): [low: number, high: number][] {
  return [...cell.matchAll(/(?<![\w.,])(\d[\d,.]*\d|\d)(?: to (\d[\d,.]*\d|\d))?/g)].map(
    ([, low = '', high = low]) => {
      const half = (text: string) => 0.5 * 10 ** -(text.split('.')[1]?.length ?? 0);
      const number = (text: string) => Number(text.replaceAll(',', ''));
      return [number(low) - half(low), number(high) + half(high)];
    },
  );
}

it('matches docs/figures.md with the newest figures of RESULTS.md', async () => {
  const [figures, results] = await Promise.all([page('../../docs/figures.md'), page('../RESULTS.md')]);
  const rows = rowsByBenchmark(results);
  const differences = Object.entries(BEHIND).flatMap(([row, behind]) => {
    const [, , cell = ''] = cellsOf(figures.split('\n').find((line) => line.startsWith(`| ${row} |`)) ?? '');
    return behind.map(([bench, figure, place, times = 1]) => {
      const line = rows.get(bench)?.find((one) => cellsOf(one)[2] === figure) ?? '';
      const middle = Number.parseFloat(cellsOf(line)[3]?.split('/')[1] ?? '') / times;
      const [low, high] = rangesIn(cell)[place] ?? [];
      const isSo = low !== undefined && high !== undefined && low <= middle && middle <= high;
      return isSo ? [] : [`${row}: “${cell}”, but ${bench} measured ${middle}`];
    });
  });
  expect(differences.flat()).toEqual([]);
});
