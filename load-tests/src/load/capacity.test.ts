import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { row } from '../measure.ts';
import type { Report } from '../results.ts';
import { writeCapacity } from './capacity.ts';

const WORDS = 'events with acknowledgement per gateway CPU-s';

/** The row of `gw-ack` after recomputing a page that had `stands`, with or without this report. */
async function rowAfter(stands: string, report?: Partial<Report>): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'capacity-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const page = join(folder, 'capacity.md');
  await writeFile(page, `# Capacity\n<!-- figures -->\n${stands}\n<!-- /figures -->\nWords.\n`);
  const whole = {
    name: 'gw-ack',
    at: '2026-11-26T12:00:00.000Z',
    commit: 'def5678',
    othersShare: 0,
    rows: [row('events per server CPU-second', [50_000])],
    ...report,
  };
  if (report) await writeFile(join(folder, 'bench-gw-ack.json'), JSON.stringify(whole));
  const text = await readFile(await writeCapacity(page, folder), 'utf8');
  expect(text).toMatch(/^# Capacity\n[^]*<!-- \/figures -->\nWords\.\n$/);
  return text.split('\n').find((line) => line.startsWith(`| ${WORDS} |`));
}

const existing = `| ${WORDS} | 66,300 | \`gw-ack\`, 2026-11-25, abc1234 |`;
const measured = `| ${WORDS} | 50,000 | \`gw-ack\`, 2026-11-26, def5678 |`;
const assumed = `| ${WORDS} | 39,700 | assumed until \`gw-ack\` was run |`;

it('keeps a measured figure without a report or with a disturbed one', async () => {
  expect(await rowAfter(existing)).toBe(existing);
  expect(await rowAfter(existing, { othersShare: 0.5 })).toBe(existing);
  expect(await rowAfter(existing, {})).toBe(measured);
});

it('marks a figure as assumed until it is measured', async () => {
  expect(await rowAfter('')).toBe(assumed);
  expect(await rowAfter(assumed)).toBe(assumed);
  expect(await rowAfter(assumed, { small: true })).toBe(assumed);
  expect(await rowAfter(assumed, {})).toBe(measured);
  expect(await rowAfter(assumed, { othersShare: 0.5 })).toBe(
    measured.replace(/ \|$/, ', beside other work |'),
  );
});

it('recomputes the same page with and without the reports', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'capacity-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const page = join(folder, 'capacity.md');
  await writeFile(page, '<!-- figures -->\n<!-- /figures -->\n');
  const report = { name: 'gw-mem', at: '2026-11-26', commit: 'def5678', othersShare: 0 };
  const rows = [row('RSS of a socket after three events', [24.14])];
  await writeFile(join(folder, 'bench-gw-mem.json'), JSON.stringify({ ...report, rows }));
  const written = await readFile(await writeCapacity(page, folder), 'utf8');
  expect(written).toContain('| KiB of a socket in use | 24 |');
  await rm(join(folder, 'bench-gw-mem.json'));
  expect(await readFile(await writeCapacity(page, folder), 'utf8')).toBe(written);
});
