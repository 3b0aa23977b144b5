// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPageHook } from '../testing/render-page.tsx';
import { useStepKeys } from './use-steps.ts';

it('takes one step for each press of an arrow key, however long it is held', () => {
  const previous = vi.fn<() => void>();
  const next = vi.fn<() => void>();
  renderPageHook(() => useStepKeys({ previous, next }));
  const press = (key: string, repeat: boolean) => fireEvent.keyDown(document.body, { key, repeat });
  press('ArrowRight', false);
  press('ArrowRight', true);
  press('ArrowRight', true);
  press('ArrowLeft', true);
  expect([previous.mock.calls.length, next.mock.calls.length]).toEqual([0, 1]);
  press('ArrowLeft', false);
  expect(previous).toHaveBeenCalledTimes(1);
});
