// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { useTimeBonus } from './time-bonus.ts';

const START = 1_800_000_000_000;

afterEach(() => vi.useRealTimers());

it('is over with its last second, also where the page is drawn anew between that moment and the next tick', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ now: START });
  queryClient.setQueryData(keys.user, { user: { id: 'me', paid_user: false } });
  queryClient.setQueryData(keys.discountCode, { expires: START + 1_300, value_percentage: 25 });
  function Page() {
    return <p>{useTimeBonus()?.remainingMs ?? 'over'}</p>;
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const draw = () =>
    act(async () =>
      root.render(
        <QueryClientProvider client={queryClient}>
          <Page />
        </QueryClientProvider>,
      ),
    );
  await draw();
  expect(document.body.textContent).toBe('1300');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(document.body.textContent).toBe('300');
  await act(() => vi.advanceTimersByTimeAsync(400));
  // Something else on the page changed.
  await draw();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(document.body.textContent).toBe('over');
});
