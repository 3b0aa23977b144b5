// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { LimitsPage } from './limits-page.tsx';

const nothing = { credits: 0, money: [] };
const spending = {
  limits: { day: 5, week: null, month: null },
  rises: { day: null, week: null, month: null },
  pauseEnds: null,
  spent: { day: nothing, week: nothing, month: nothing },
  zone: 'Europe/Amsterdam',
};

it('asks anew once a pause is over, and when the member comes back to it', async () => {
  const pausedUntil = Date.now() + 1_500;
  const answer = vi
    .fn<() => object>()
    .mockReturnValueOnce({ ...spending, pausedUntil })
    .mockReturnValue({ ...spending, pausedUntil: null });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) =>
    Response.json((url as string).includes('spending.php') ? answer() : { settings: {} }),
  );
  renderPage(<LimitsPage />);
  const pause = within(await screen.findByRole('region', { name: 'A pause' })).getByRole('status');
  expect(pause.textContent).toContain('Paused until');
  await expect.poll(() => pause.textContent, { timeout: 5_000 }).toContain('Nothing is spent');
  expect(answer).toHaveBeenCalledTimes(2);

  fireEvent(document, new Event('visibilitychange', { bubbles: true }));
  await expect.poll(() => answer.mock.calls.length).toBe(3);
});
