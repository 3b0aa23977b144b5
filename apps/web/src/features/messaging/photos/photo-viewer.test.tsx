// @vitest-environment happy-dom
import type { ChatPhotoView } from '@heartline/contracts';
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { chatPhotoQuery } from './chat-photo-query.ts';
import { PhotoViewer } from './photo-viewer.tsx';

const photo = { id: 'p', width: 4, height: 3 };

function Viewer() {
  const { data: view } = useQuery({ ...chatPhotoQuery(photo.id), enabled: false });
  return view && <PhotoViewer photo={photo} view={view} source="/p.webp" name="Ada" onClose={() => {}} />;
}

it('ends in the state of the last of two quick presses', async () => {
  const view: ChatPhotoView = { id: 'p', covered: false, always: false, filename: 'p.webp' };
  queryClient.setQueryData(keys.chatPhoto('p'), view);
  const answers: (() => void)[] = [];
  const asked: boolean[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    const { always } = JSON.parse(init?.body as string) as { always: boolean };
    asked.push(always);
    await new Promise<void>((resolve) => answers.push(resolve));
    return Response.json({ ...view, always });
  });
  renderPage(<Viewer />);
  const find = () => screen.getByRole('switch');
  const isOn = () => find().getAttribute('aria-checked');
  fireEvent.click(find());
  await expect.poll(isOn).toBe('true');
  fireEvent.click(find());
  await expect.poll(isOn).toBe('false');
  // The second request must wait for the first answer, or it could arrive first.
  expect(asked).toEqual([true]);
  answers[0]?.();
  await expect.poll(() => asked).toEqual([true, false]);
  expect(isOn()).toBe('false');
  answers[1]?.();
  await expect.poll(() => queryClient.isMutating()).toBe(0);
  expect(isOn()).toBe('false');
});
