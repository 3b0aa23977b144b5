// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPageHook } from '../testing/render-page.tsx';
import { setConnected } from './connection.ts';
import { useOnceBack } from './use-once-back.ts';

beforeEach(() => setConnected(false));

it('runs once when the connection is back as its component first renders', async () => {
  const again = vi.fn<() => void>();
  renderPageHook(() => {
    useLayoutEffect(() => setConnected(true), []);
    useOnceBack(true, again);
  });
  expect(again).toHaveBeenCalledTimes(1);
  await act(async () => setConnected(false));
  await act(async () => setConnected(true));
  expect(again).toHaveBeenCalledTimes(2);
});

it('does not run while the connection never broke', () => {
  setConnected(true);
  const again = vi.fn<() => void>();
  renderPageHook(() => useOnceBack(true, again));
  expect(again).not.toHaveBeenCalled();
});
