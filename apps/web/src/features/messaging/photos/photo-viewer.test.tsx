// @vitest-environment happy-dom
import type { ChatPhotoView } from '@heartline/contracts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { chatPhotoQuery } from './chat-photo-query.ts';
import { PhotoViewer } from './photo-viewer.tsx';

const photo = { id: 'p', width: 4, height: 3 };

function Viewer() {
  const { data: view } = useQuery({ ...chatPhotoQuery(photo.id), enabled: false });
  return view && <PhotoViewer photo={photo} view={view} address="/p.webp" name="Ada" onClose={() => {}} />;
}

it('always showing, pressed twice in a row, ends as it was left, however slow the first answer is', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
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
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <Viewer />
      </I18nProvider>
    </QueryClientProvider>,
  );
  const find = () => document.querySelector<HTMLElement>('[role=switch]');
  const isOn = () => find()?.getAttribute('aria-checked');
  (await vi.waitUntil(find)).click();
  await expect.poll(isOn).toBe('true');
  find()?.click();
  await expect.poll(isOn).toBe('false');
  // The second is not asked before the first is answered: it could be overtaken on its way.
  expect(asked).toEqual([true]);
  answers[0]?.();
  await expect.poll(() => asked).toEqual([true, false]);
  expect(isOn()).toBe('false');
  answers[1]?.();
  await expect.poll(() => queryClient.isMutating()).toBe(0);
  expect(isOn()).toBe('false');
});
