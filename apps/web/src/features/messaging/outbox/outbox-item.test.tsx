// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { rememberSignedIn } from '../../../client/signed-in.ts';
import type { Outbox } from './outbox.ts';
import { OutboxItem } from './outbox-item.tsx';
import type { OutboxEntry } from './outbox-store.ts';
import { setOutbox } from './use-outbox.ts';

const written: OutboxEntry = {
  order: 1,
  key: 'k',
  clientId: 'k',
  kind: 'text',
  member: 'm',
  profile: 'p',
  name: 'Ada',
  conversation: 'c',
  text: 'Hello',
  credits: 1,
  fictionalConfirmed: false,
  createdAt: 0,
  state: 'waiting',
};

const onScreen = (entry: OutboxEntry) => (
  <QueryClientProvider client={queryClient}>
    <I18nProvider i18n={i18n}>
      <OutboxItem entry={entry} isLive={false} isFirst />
      <button type="button">elsewhere</button>
    </I18nProvider>
  </QueryClientProvider>
);
const found = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const button = (name: string) => vi.waitUntil(() => found(name));

it('has the focus again after its words were edited, and leaves it where it is once it was sent and came back', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.settings, { message_length: 200 });
  const root = createRoot(document.body);
  root.render(onScreen(written));
  (await button('Edit')).click();
  (await button('Cancel')).click();
  expect(await button('Edit')).toBe(document.activeElement);
  (await button('elsewhere')).focus();
  root.render(onScreen({ ...written, isTried: true }));
  await expect.poll(() => found('Edit')).toBeUndefined();
  root.render(onScreen({ ...written, state: 'failed' }));
  await button('Edit');
  expect(await button('elsewhere')).toBe(document.activeElement);
  root.unmount();
});

it.each([
  ['that leaves meanwhile are in the field', [], 'Better words'],
  ['that still waits as they are given up are not', [written], null],
])('words written instead of a message %s', async (_, stillThere, draft) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  localStorage.clear();
  rememberSignedIn('1');
  queryClient.setQueryData(keys.settings, { message_length: 200 });
  const opened = { entries: () => stillThere, subscribe: () => () => {} } as Partial<Outbox> as Outbox;
  setOutbox(Promise.resolve(opened));
  const root = createRoot(document.body);
  root.render(onScreen(written));
  (await button('Edit')).click();
  const field = await vi.waitUntil(() => document.querySelector('textarea'));
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'Better words');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.poll(() => field.value).toBe('Better words');
  root.render(<p />);
  await expect.poll(() => document.querySelector('textarea')).toBeNull();
  expect(localStorage.getItem('draft:m:c')).toBe(draft);
  root.unmount();
  setOutbox(undefined);
});

it.each([
  [
    'the words under a photo may go',
    { kind: 'photo', photo: { blob: new Blob(), width: 1, height: 1 } },
    true,
  ],
  ['those of a text may not', {}, false],
] as const)('as it is edited, %s', async (_, more, mayGo) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.settings, { message_length: 200 });
  const root = createRoot(document.body);
  root.render(onScreen({ ...written, ...more, text: '' }));
  (await button('Edit')).click();
  expect((await button('Save')).disabled).toBe(!mayGo);
  root.unmount();
});

it('says beside it what it costs by now, where another price is asked for it', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const root = createRoot(document.body);
  root.render(
    onScreen({ ...written, state: 'failed', refusal: { code: 'PRICE_CHANGED', values: { credits: 2 } } }),
  );
  await button('Don’t send');
  expect(document.querySelector('.tabular')?.textContent).toBe('2 credits');
  root.unmount();
});

it('a photo with words is named with them', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const root = createRoot(document.body);
  root.render(onScreen({ ...written, kind: 'photo', photo: { blob: new Blob(), width: 1, height: 1 } }));
  await expect.poll(() => document.querySelector('li p')?.textContent).toBe('Photo: Hello');
  root.unmount();
});

it.each([
  ['NOT_ENOUGH_CREDITS', 'It goes out by itself once you have credits.'],
  ['CONVERSATION_LIMIT', 'It goes out by itself once you have Premium.'],
] as const)('what is held back for %s says when it goes by itself', async (code, words) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const root = createRoot(document.body);
  root.render(onScreen({ ...written, state: 'held', refusal: { code } }));
  await expect.poll(() => document.body.textContent).toContain(words);
  root.unmount();
});
