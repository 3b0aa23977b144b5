// @vitest-environment happy-dom
import { periodsOf } from '@heartline/domain';
import { expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SpentTable } from './spent-table.tsx';

const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const nothing = { credits: 0, money: [] };
const spendingIn = (zone: string) => ({
  limits: { day: 5_000, week: null, month: null },
  rises: { day: null, week: null, month: null },
  pausedUntil: null,
  pauseEnds: null,
  spent: { day: { ...nothing, credits: 1_200 }, week: nothing, month: nothing },
  zone,
});

it('formats numbers as the page does, and says when a day of another zone begins', () => {
  const tableIn = (zone: string) => <SpentTable spending={spendingIn(zone)} />;
  const { rerender } = renderPage(tableIn(here), { region: 'en-GB' });
  expect(document.body.textContent).not.toContain('for you');
  expect(document.querySelector('tbody tr')?.textContent).toBe('Today1,2005,000–');
  rerender(tableIn('Asia/Kathmandu'));
  const said = document.body.textContent;
  const [, hours, minutes] = /site time \((\d\d):(\d\d) for you\)/.exec(said) ?? [];
  const begins = new Date().setHours(Number(hours), Number(minutes), 0, 0);
  const days = [begins - 1, begins].map((at) => periodsOf('Asia/Kathmandu', at).day);
  expect(days[0]).not.toBe(days[1]);
});
