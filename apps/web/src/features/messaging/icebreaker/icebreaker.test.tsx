// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Icebreaker } from './icebreaker.tsx';

/** What is known about writing to somebody. */
const known = (name: string, more: object = {}) =>
  queryClient.setQueryData(keys.messagePrice(name, undefined), {
    message_credits: 1,
    conversations_left: 1,
    starts_conversation: true,
    may_open: true,
    ...more,
  });

const icebreaker = (name: string, { hasText = false, isBlocked = false, fictional = false } = {}) => (
  <Icebreaker
    key={name}
    profile={{ id: name, name, fictional, shared_interest: null }}
    hasText={hasText}
    isBlocked={isBlocked}
    onChoose={() => {}}
  />
);

beforeEach(() => {
  queryClient.setQueryData(keys.user, { user: { id: 'm' } });
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});

it('does not come over the words of who began to write while it was on its way', async () => {
  for (const name of ['Ada', 'Ben']) known(name);
  const chats = (hasText: boolean) => [icebreaker('Ada', { hasText }), icebreaker('Ben')];
  const { rerender } = renderPage(chats(false), { settings: {} });
  rerender(chats(true));
  await screen.findByText(/Break the ice with Ben/);
  expect(document.body.textContent).not.toContain('Ada');
});

it('is offered where something can be sent: not before that is known, nor where it is not so', async () => {
  known('Ada', { conversations_left: 0 });
  known('Ben', { may_open: false });
  known('Cy');
  // Begins none that counts.
  known('Eve', { conversations_left: 0, starts_conversation: false });
  const names = ['Ada', 'Ben', 'Dee', 'Eve'];
  renderPage([...names.map((name) => icebreaker(name)), icebreaker('Cy', { isBlocked: true })], {
    settings: {},
  });
  await screen.findByText(/Break the ice with Eve/);
  for (const name of ['Ada', 'Ben', 'Cy', 'Dee']) expect(document.body.textContent).not.toContain(name);
  known('Dee');
  await screen.findByText(/Break the ice with Dee/);
});

it('says of whom it is for that they are fictional', async () => {
  for (const name of ['Ada', 'Fia']) known(name);
  const settings = { fictional_singular: '' };
  renderPage([icebreaker('Ada'), icebreaker('Fia', { fictional: true })], { settings });
  const dialog = (name: string) =>
    screen.findByRole('dialog', { name: `Break the ice with ${name}`, hidden: true });
  expect((await dialog('Fia')).textContent).toContain('Fictional');
  expect((await dialog('Ada')).textContent).not.toContain('Fictional');
});
