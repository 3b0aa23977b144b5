// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { queryClient } from '../../client/query.ts';
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
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const pausedUntil = Date.now() + 1_500;
  const answer = vi
    .fn<() => object>()
    .mockReturnValueOnce({ ...spending, pausedUntil })
    .mockReturnValue({ ...spending, pausedUntil: null });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) =>
    Response.json((url as string).includes('spending.php') ? answer() : { settings: {} }),
  );
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <LimitsPage />
      </I18nProvider>
    </QueryClientProvider>,
  );
  const pause = () => document.querySelector('[aria-labelledby=pause] [role=status]')?.textContent;
  await expect.poll(pause).toContain('Paused until');
  await expect.poll(pause, { timeout: 5_000 }).toContain('Nothing is spent');
  expect(answer).toHaveBeenCalledTimes(2);

  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await expect.poll(() => answer.mock.calls.length).toBe(3);
});
