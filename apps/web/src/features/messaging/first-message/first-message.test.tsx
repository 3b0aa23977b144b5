// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { rememberSignedIn } from '../../../client/signed-in.ts';
import { profileBeside } from '../../../people/profile-query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { routed } from '../../../testing/routed.tsx';
import { storedDraft } from '../drafts.ts';
import { outbox } from '../outbox/use-outbox.ts';
import { FirstMessage } from './first-message.tsx';

const place = { country: 'NL', region: 'NH' };
const ada = {
  id: 'p1',
  name: 'Ada',
  fictional: false,
  conversation: 'c1',
  ...place,
  shared_interest: 'wine',
  shared_interests: ['wine'],
  prompts: [],
};

/** Renders the field of a match, which closes once its message is sent. `sent` returns the texts that were sent. */
async function draw(more: { fictional?: boolean } = {}) {
  const profile = { ...ada, ...more };
  rememberSignedIn('1');
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) =>
    (url as string).includes('/api/message-price.php')
      ? Response.json({
          message_credits: 1,
          starts_conversation: true,
          may_open: true,
          conversations_left: 1,
        })
      : new Promise<never>(() => {}),
  );
  const add = vi.spyOn(outbox, 'add').mockResolvedValue(undefined);
  const user = { id: 'me', status: 'active', credits: 5, profile: place };
  queryClient.setQueryData(keys.user, { user, version: {} });
  queryClient.setQueryData(keys.prompts('en'), []);
  queryClient.setQueryData(keys.regions, []);
  queryClient.setQueryData(profileBeside('chat', 'p1').queryKey, profile as never);
  const Match = () => {
    const [isOpen, setOpen] = useState(true);
    return isOpen && <FirstMessage profile={profile as never} onSent={() => setOpen(false)} />;
  };
  const settings = { message_length: 1_000, fictional_singular: '', name: 'Heartline' };
  renderPage(routed({ '/': Match }).shown, { settings, hasNotices: true });
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox');
  return {
    field,
    write: (value: string) => fireEvent.change(field, { target: { value } }),
    ideas: () => screen.queryByRole('toolbar', { name: 'Ideas for a first message' }),
    sent: () => add.mock.calls.map(([{ text }]) => text),
  };
}

it('leaves no draft of the sent text for the chat', async () => {
  const { field, write, sent } = await draw();
  write('Shall we dance?');
  // Stored while the member looked at it.
  await expect.poll(() => storedDraft('draft:me:c1')).toBe('Shall we dance?');
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText('Your message to Ada is on its way');
  expect([sent(), storedDraft('draft:me:c1')]).toEqual([['Shall we dance?'], '']);
});

it('names a fictional match with its label once the message is on its way', async () => {
  const { field, write } = await draw({ fictional: true });
  write('Hello');
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('button', { name: /^I understand/ }));
  expect(await screen.findByText('Your message to Ada (Fictional) is on its way')).not.toBeNull();
});

it('offers openers to an empty field or in place of another, never over own words', async () => {
  const { field, write, ideas } = await draw();
  fireEvent.click(screen.getByRole('button', { name: /Red, white/ }));
  expect([field.value, ideas() !== null]).toEqual(['Red, white or rosé?', true]);
  write('Red, white or rosé? Or tea?');
  expect(ideas()).toBeNull();
  write('');
  expect(ideas()).not.toBeNull();
});
