// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { profileBeside } from '../../../people/profile-query.ts';
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

const place = { country: 'NL', region: 'NH' };

interface Shown {
  fictional?: boolean;
  isBlocked?: boolean;
  first?: string;
}

/** The chips over a field, with the text of the field below. */
function Chat({ name, isBlocked = false, fictional = false, first = '' }: Shown & { name: string }) {
  const [text, setText] = useState(first);
  return (
    <section aria-label={name}>
      <Icebreaker
        profile={{ id: name, name, fictional, shared_interest: null, ...place }}
        text={text}
        isBlocked={isBlocked}
        onChoose={setText}
      />
      <input aria-label={`To ${name}`} value={text} onChange={(event) => setText(event.target.value)} />
    </section>
  );
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `To ${name}` });
const ideas = () => screen.queryAllByRole('toolbar', { name: 'Ideas for a first message' });

beforeEach(() => {
  queryClient.setQueryData(keys.user, { user: { id: 'm', profile: place } });
  queryClient.setQueryData(keys.prompts('en'), [{ key: 'bad_at', question: 'I’m terrible at' }]);
  queryClient.setQueryData(keys.regions, [{ country: 'NL', code: 'NH', name: 'North Holland' }]);
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});

it('offers what both share first, fills the field, and leaves for own words', async () => {
  known('Ada');
  const whole = {
    id: 'Ada',
    name: 'Ada',
    fictional: false,
    ...place,
    shared_interests: ['sex', 'wine', 'dogs'],
    prompts: [{ key: 'bad_at', answer: 'Being on time' }],
  };
  queryClient.setQueryData(profileBeside('chat', 'Ada').queryKey, whole as never);
  renderPage(<Chat name="Ada" />, { settings: {} });
  const [bar] = await screen.findAllByRole('toolbar');
  const texts = [...(bar?.querySelectorAll('button') ?? [])].map((button) => button.textContent);
  expect(texts).toEqual([
    'WineRed, white or rosé?',
    'I’m terrible at“Being on time”: tell me more about that.',
    'North HollandWe’re both in North Holland. What’s your favourite spot?',
    'More ideas',
  ]);
  fireEvent.click(screen.getByRole('button', { name: /Red, white/ }));
  expect(field('Ada').value).toBe('Red, white or rosé?');
  // Another one may be tried.
  fireEvent.click(screen.getByRole('button', { name: /Being on time/ }));
  expect(field('Ada').value).toBe('“Being on time”: tell me more about that.');
  fireEvent.change(field('Ada'), { target: { value: 'Hello' } });
  expect(ideas()).toHaveLength(0);
});

it('suggests no place of a fictional profile', async () => {
  known('Fia');
  renderPage(<Chat name="Fia" fictional />, { settings: { fictional_singular: '' } });
  await screen.findByRole('toolbar');
  expect(document.body.textContent).not.toContain('North Holland');
});

it('is offered once a message is known to be accepted, and not over a draft', async () => {
  known('Ada', { conversations_left: 0 });
  known('Ben', { may_open: false });
  known('Cy');
  // Her conversation does not count towards the limit.
  known('Eve', { conversations_left: 0, starts_conversation: false });
  known('Fay');
  const chats = ['Ada', 'Ben', 'Dee', 'Eve'].map((name) => <Chat key={name} name={name} />);
  renderPage([...chats, <Chat key="Cy" name="Cy" isBlocked />, <Chat key="Fay" name="Fay" first="Hi" />], {
    settings: {},
  });
  await expect.poll(ideas).toHaveLength(1);
  known('Dee');
  await expect.poll(ideas).toHaveLength(2);
});

it('shows more ideas in a dialog with the label, only when asked to [S2-244]', async () => {
  known('Fia');
  renderPage(<Chat name="Fia" fictional />, { settings: { fictional_singular: '' } });
  const more = await screen.findByRole('button', { name: 'More ideas' });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(more);
  const dialog = await screen.findByRole('dialog', { name: 'Break the ice with Fia' });
  expect(dialog.textContent).toContain('Fictional');
  const first = dialog.querySelector<HTMLElement>('li button');
  fireEvent.click(first ?? dialog);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(field('Fia').value).toBe(first?.textContent);
});

it('stays closed for a member once closed', async () => {
  known('Ada');
  const { unmount } = renderPage(<Chat name="Ada" />, { settings: {} });
  fireEvent.click(await screen.findByRole('button', { name: 'Close the ideas' }));
  expect(ideas()).toHaveLength(0);
  unmount();
  renderPage([<Chat key="a" name="Ada" />, <Chat key="b" name="Ben" />], { settings: {} });
  known('Ben');
  await expect.poll(ideas).toHaveLength(1);
});
