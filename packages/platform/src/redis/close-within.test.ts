import { expect, it, vi } from 'vitest';
import { closeWithin } from './close-within.ts';

it('cuts off a connection that does not close in time, and no other', async () => {
  const cutOff = vi.fn<() => void>();
  await closeWithin(async () => 'closed', cutOff, 1_000);
  expect(cutOff).not.toHaveBeenCalled();
  await closeWithin(() => new Promise(() => {}), cutOff, 10);
  expect(cutOff).toHaveBeenCalledOnce();
  await expect(closeWithin(() => Promise.reject(new Error('odd')), cutOff, 1_000)).rejects.toThrow('odd');
});
