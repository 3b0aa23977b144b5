// @vitest-environment happy-dom
import type { LanderFigures } from '@heartline/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../../testing/render-page.tsx';
import { LanderFiguresPage } from './lander-figures-page.tsx';
import { scaleOf } from './share-chart.tsx';

const share = { share: 0.04, low: 0.02, high: 0.08 };
const row = (of: LanderFigures['of'], changes: Partial<LanderFigures> = {}): LanderFigures => ({
  of,
  views: 1_000,
  starts: 100,
  swipes: 0,
  signUps: 40,
  activated: 16,
  buyers: 4,
  revenue: [{ currency: 'EUR', cents: 3_996 }],
  rates: { start: share, signUp: share, activation: share, purchase: 'too few' },
  ...changes,
});
const SPAN = { from: '2026-11-01', to: '2026-11-30' };

/** Opens the page, whose calls get these rows. Returns the addresses of the calls. */
function open(rows: LanderFigures[], query = ''): string[] {
  const asked: string[] = [];
  history.replaceState(null, '', `/operator/landers${query}`);
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json({ ...SPAN, rows });
  });
  renderPage(<LanderFiguresPage />, { settings: { name: 'Heartline' } });
  return asked;
}

const chart = () => screen.findByRole('figure');

it('says each bar of the chart in words, with its interval, and draws it to scale', async () => {
  open([row({ lander: 'gallery' })]);
  const line = within(await chart())
    .getByText('gallery')
    .closest('li') as HTMLElement;
  expect(line.textContent).toContain('4.0%');
  expect(line.textContent).toMatch(/2\.0%\s*–\s*8\.0%/);
  const drawn = [...line.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => [
    style.left,
    style.width,
  ]);
  // The scale ends at 10 %.
  expect(drawn).toEqual([
    ['', '40%'],
    ['20%', '60%'],
  ]);
});

it('says that there is too little to say, and draws no bar', async () => {
  open([row({ lander: 'gallery' })], '?rate=purchase');
  const line = within(await chart())
    .getByText('gallery')
    .closest('li') as HTMLElement;
  expect(line.textContent).toContain('Too few to say');
  expect(line.querySelector('[style]')).toBeNull();
});

it('has every figure in the table, and names none, countries and languages', async () => {
  open([row({ country: 'NL' }), row({ country: '' }, { views: 7 })], '?by=country');
  const table = await screen.findByRole('table');
  const cells = within(table)
    .getAllByRole('row')
    .map((one) => [...one.children].map((cell) => cell.textContent));
  expect(cells[0]?.slice(0, 3)).toEqual(['Country', 'Views', 'Starts']);
  expect(cells[1]).toEqual([
    'Netherlands',
    '1,000',
    '100',
    expect.stringMatching(/^4\.0% \(2\.0%\s*–\s*8\.0%\)$/),
    '40',
    expect.stringContaining('4.0%'),
    '16',
    expect.stringContaining('4.0%'),
    '4',
    'Too few to say',
    '€39.96',
  ]);
  expect(cells[2]?.slice(0, 2)).toEqual(['none', '7']);
});

it('asks for what was chosen, and keeps it in the address', async () => {
  const asked = open([row({ lander: 'gallery' })], '?from=2026-11-01');
  await chart();
  expect(asked).toEqual(['/api/operator-landers.php?from=2026-11-01']);
  fireEvent.change(screen.getByLabelText('A row for each'), { target: { value: 'network' } });
  await vi.waitUntil(() => asked.length === 2);
  expect(asked[1]).toBe('/api/operator-landers.php?from=2026-11-01&by=network');
  expect(location.search).toBe('?from=2026-11-01&by=network&rate=signUp');
});

it('says that the days are backwards and asks for nothing', async () => {
  const asked = open([], '?from=2026-11-09&to=2026-11-01');
  await screen.findByText('The first day is after the last one.');
  expect(asked).toEqual([]);
});

it('says when there is nothing to show, and when the figures did not come', async () => {
  open([]);
  await screen.findByText('No visits and no sign-ups in these days');
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 500 }));
  fireEvent.change(screen.getByLabelText('A row for each'), { target: { value: 'slug' } });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('scales to the highest interval of the rows', () => {
  const ends = (high: number) =>
    row({ lander: 'video' }, { rates: { ...row({}).rates, start: { ...share, high } } });
  expect(scaleOf([ends(0.04)], 'start')).toBe(0.05);
  expect(scaleOf([ends(0.04), ends(0.21)], 'start')).toBe(0.5);
  expect(scaleOf([row({})], 'purchase')).toBe(0.05);
});
