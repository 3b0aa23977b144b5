// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { discountCodeOf } from '../../testing/discount-code.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { WelcomeBonusBanner } from './welcome-bonus-banner.tsx';

const START = 1_800_000_000_000;
const OFFER = '25% off your first credits. Any pack. One use. Offer valid for';

it.each([
  [4 * 3_600_000 - 1, `${OFFER} 3 hours, 59 minutes`],
  [3_600_000, `${OFFER} 1 hour`],
  [59_000, `${OFFER} 1 minute`],
])('names the remaining time in words in the link: %d ms', (left, name) => {
  vi.useFakeTimers({ now: START });
  queryClient.setQueryData(keys.user, { user: { id: 'me', paid_user: false } });
  queryClient.setQueryData(keys.timeBonus, discountCodeOf({ expires: START + left }));
  renderPage(<WelcomeBonusBanner />);
  const link = screen.getByRole('link', { name });
  expect(screen.getByRole('timer', { name: 'Offer valid for' }).closest('a')).toBe(link);
});

it('keeps the text while only the seconds change', async () => {
  vi.useFakeTimers({ now: START });
  queryClient.setQueryData(keys.user, { user: { id: 'me', paid_user: false } });
  queryClient.setQueryData(keys.timeBonus, discountCodeOf({ expires: START + 90_000 }));
  renderPage(<WelcomeBonusBanner />);
  const digits = screen.getByRole('timer').textContent;
  const name = screen.getByRole('link').getAttribute('aria-label');
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.getByRole('timer').textContent).not.toBe(digits);
  expect(screen.getByRole('link').getAttribute('aria-label')).toBe(name);
});

it('takes its title from the text welcome_discount_bonus.title [S2-231]', () => {
  queryClient.setQueryData(keys.user, { user: { id: 'me', paid_user: false } });
  queryClient.setQueryData(keys.timeBonus, discountCodeOf());
  renderPage(<WelcomeBonusBanner />);
  act(() =>
    i18n.loadAndActivate({
      locale: 'en',
      messages: { 'welcome_discount_bonus.title': ['Take ', ['percent'], ' off'] },
    }),
  );
  expect(screen.getByText('Take 25 off')).toBeTruthy();
});
