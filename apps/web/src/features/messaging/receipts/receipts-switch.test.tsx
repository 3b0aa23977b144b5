// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { RECEIPTS_OFF } from '../../../live/apply/signs.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { ReceiptsSwitch } from './receipts-switch.tsx';

it('ends in the state of the last of two quick presses', async () => {
  queryClient.setQueryData(keys.messages('c'), {
    messages: [],
    lastSeq: 1,
    seenSeq: 0,
    receipts: RECEIPTS_OFF,
  });
  const answers: ((rev: number) => void)[] = [];
  const asked: boolean[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    const { on } = JSON.parse(init?.body as string) as { on: boolean };
    asked.push(on);
    const rev = await new Promise<number>((resolve) => answers.push(resolve));
    return Response.json({ receipts: { ...RECEIPTS_OFF, own: { on, rev } }, seenSeq: 0 });
  });
  renderPage(<ReceiptsSwitch conversation="c" name="Ada" />);
  const find = () => screen.getByRole<HTMLInputElement>('switch');
  const isOn = () => find().checked;
  fireEvent.click(find());
  await expect.poll(isOn).toBe(true);
  fireEvent.click(find());
  await expect.poll(isOn).toBe(false);
  // The second request must wait for the first answer, or it could arrive first.
  expect(asked).toEqual([true]);
  answers[0]?.(1);
  await expect.poll(() => asked).toEqual([true, false]);
  expect(isOn()).toBe(false);
  answers[1]?.(2);
  await expect.poll(() => queryClient.isMutating()).toBe(0);
  expect(isOn()).toBe(false);
});
