// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
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

it('refetches once a pause is over, and when the member returns to the page', async () => {
  const answer = vi
    .fn<() => object>(() => ({ ...spending, pausedUntil: null }))
    .mockImplementationOnce(() => ({ ...spending, pausedUntil: Date.now() + 1_500 }));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) =>
    Response.json((url as string).includes('spending.php') ? answer() : { settings: {} }),
  );
  renderPage(<LimitsPage />);
  const pause = within(await screen.findByRole('region', { name: 'Take a break' })).getByRole('status');
  expect(pause.textContent).toContain('On a break until');
  await expect.poll(() => pause.textContent).toContain('You can’t spend credits');
  expect(answer).toHaveBeenCalledTimes(2);

  fireEvent(document, new Event('visibilitychange', { bubbles: true }));
  await expect.poll(() => answer.mock.calls.length).toBe(3);
});

it('does not request a raise again that was cancelled elsewhere', async () => {
  const from = Date.now() + 86_400_000;
  const rising = { ...spending, rises: { ...spending.rises, day: { to: 9, from } }, pausedUntil: null };
  const answer = vi
    .fn<() => object>()
    .mockReturnValueOnce(rising)
    .mockReturnValue({ ...rising, ...spending });
  const saved: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (!(url as string).includes('spending.php')) return Response.json({ settings: {} });
    if (init?.method !== 'POST') return Response.json(answer());
    saved.push(JSON.parse(init.body as string));
    return Response.json({ ok: true });
  });
  renderPage(<LimitsPage />, { hasNotices: true });
  const day = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Credits per day' });
  expect(day.value).toBe('9');
  fireEvent.change(screen.getByRole('textbox', { name: 'Credits per week' }), { target: { value: '20' } });
  await queryClient.refetchQueries({ queryKey: keys.spending });
  await expect.poll(() => day.value).toBe('5');
  fireEvent.click(screen.getByRole('button', { name: 'Save limits' }));
  await expect.poll(() => saved).toEqual([{ limits: { day: 5, week: 20, month: null } }]);
  await screen.findByText('Saved');
});

it.each(['100001', '-3', '1.5'])(
  'rejects %s as a limit, says what is valid, and saves nothing',
  async (typed) => {
    const fetched = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => Response.json({ ...spending, pausedUntil: null, settings: {} }));
    renderPage(<LimitsPage />);
    const week = await screen.findByRole('textbox', { name: 'Credits per week' });
    fireEvent.change(week, { target: { value: typed } });
    screen.getByText('Enter a whole number from 0 to 100,000.');
    fireEvent.click(screen.getByRole('button', { name: 'Save limits' }));
    expect(fetched.mock.calls.some(([, init]) => init?.method === 'POST')).toBe(false);
    fireEvent.change(week, { target: { value: '100000' } });
    expect(screen.queryByText(/^Enter a whole number/)).toBeNull();
  },
);

it('keeps the keyboard focus when a pause is set and when it is ended', async () => {
  let now: object = { ...spending, pausedUntil: null };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (!(url as string).includes('spending.php')) return Response.json({ settings: {} });
    if (init?.method !== 'POST') return Response.json(now);
    const wish = JSON.parse(init.body as string) as { pausedUntil: number | null };
    now =
      wish.pausedUntil === null
        ? { ...now, pauseEnds: { at: null, from: Date.now() + 86_400_000 } }
        : { ...now, ...wish };
    return Response.json({ ok: true });
  });
  renderPage(<LimitsPage />);
  const section = await screen.findByRole('region', { name: 'Take a break' });
  const press = (name: string) => {
    const button = within(section).getByRole<HTMLButtonElement>('button', { name });
    button.focus();
    fireEvent.click(button);
    expect(button.disabled).toBe(false);
  };
  press('Take 7 days off');
  await expect.poll(() => within(section).getByRole('status').textContent).toContain('On a break until');
  await expect.poll(() => section.contains(document.activeElement)).toBe(true);
  press('End in 24 hours');
  await expect.poll(() => within(section).getByRole('status').textContent).toContain('You ended your break');
  await expect.poll(() => document.activeElement?.textContent).toBe('Take a break');
});
