// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Icebreaker } from './icebreaker.tsx';

/** Sets what is known before writing to a member. */
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

it('does not open over text that was typed while it loaded', async () => {
  for (const name of ['Ada', 'Ben']) known(name);
  const chats = (hasText: boolean) => [icebreaker('Ada', { hasText }), icebreaker('Ben')];
  const { rerender } = renderPage(chats(false), { settings: {} });
  rerender(chats(true));
  await screen.findByText(/Break the ice with Ben/);
  expect(document.body.textContent).not.toContain('Ada');
});

it('is offered once it is known that a message can be sent, and only then', async () => {
  known('Ada', { conversations_left: 0 });
  known('Ben', { may_open: false });
  known('Cy');
  // Her conversation does not count towards the limit.
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

it('labels a fictional recipient', async () => {
  for (const name of ['Ada', 'Fia']) known(name);
  const settings = { fictional_singular: '' };
  renderPage([icebreaker('Ada'), icebreaker('Fia', { fictional: true })], { settings });
  const dialog = (name: string) =>
    screen.findByRole('dialog', { name: `Break the ice with ${name}`, hidden: true });
  expect((await dialog('Fia')).textContent).toContain('Fictional');
  expect((await dialog('Ada')).textContent).not.toContain('Fictional');
});
