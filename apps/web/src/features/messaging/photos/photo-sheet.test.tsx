// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { PhotoSheet } from './photo-sheet.tsx';

it.each([
  [true, 'Whoever answers as Fia sees it blurred only.'],
  [false, 'Fia sees it blurred until they choose to look.'],
])(
  'says how much of a photo is seen: of a fictional profile (%s) nobody can uncover it',
  async (fictional, words) => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    vi.stubGlobal('createImageBitmap', () => new Promise(() => {}));
    i18n.loadAndActivate({ locale: 'en', messages: {} });
    queryClient.setQueryData(keys.settings, {
      name: 'Heartline',
      photo_credits: 2,
      fictional_message_credits: 0,
    });
    const root = createRoot(document.body);
    onTestFinished(async () => {
      await act(async () => root.unmount());
      queryClient.clear();
      vi.unstubAllGlobals();
    });
    const nothing = () => {};
    await act(async () =>
      root.render(
        <QueryClientProvider client={queryClient}>
          <I18nProvider i18n={i18n}>
            <PhotoSheet
              content={{ picture: new Blob(), words: '' }}
              profile={{ id: 'p', name: 'Fia', fictional }}
              credits={3}
              onSend={nothing}
              onChooseAnother={nothing}
              onClose={nothing}
            />
          </I18nProvider>
        </QueryClientProvider>,
      ),
    );
    expect(document.body.textContent).toContain(words);
  },
);
