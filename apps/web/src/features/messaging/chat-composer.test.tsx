// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage, renderPageHook } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { ChatComposer } from './chat-composer.tsx';
import { closeCredits, useCreditsAsked } from './credits/credits-asked.ts';
import { putBack } from './drafts.ts';
import { outbox } from './outbox/use-outbox.ts';

const profile = {
  id: 'p1',
  name: 'Ada',
  fictional: false,
  shared_interest: null,
  country: 'NL',
  region: 'NH',
};

const Composer = ({ fictional = false, credits = 9 }) => (
  <ChatComposer
    conversation="c1"
    price={1}
    isNew={false}
    credits={credits}
    profile={{ ...profile, fictional }}
  />
);
const FictionalComposer = () => <Composer fictional />;

/** Renders the message field of a conversation. `sent` returns the texts that were sent from it. */
async function draw(words: string, Shown: () => ReactNode = () => <Composer />) {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}));
  const add = vi.spyOn(outbox, 'add').mockResolvedValue(undefined);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: {} });
  const history = createMemoryHistory({ initialEntries: ['/chat'] });
  renderPage(routed({ '/chat': Shown }, history).shown, { settings: { message_length: 1_000 } });
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox');
  if (words) fireEvent.change(field, { target: { value: words } });
  return {
    sent: () => add.mock.calls.map(([{ text }]) => text),
    field,
    enter: () => fireEvent.keyDown(field, { key: 'Enter' }),
    undone: (text: string) => act(async () => putBack('me', 'c1', text)),
  };
}

it('counts down near the length limit and says why it cannot send beyond it', async () => {
  const { sent, field, enter } = await draw('a'.repeat(990));
  await screen.findByText('10 characters left');
  fireEvent.change(field, { target: { value: 'a'.repeat(1_001) } });
  await screen.findByText('1 character too long');
  enter();
  await screen.findByText('A message can have up to 1,000 characters.');
  expect(sent()).toEqual([]);
});

it('sends nothing when Enter comes right after undone text returns before new text', async () => {
  const { sent, field, enter, undone } = await draw('And you?');
  await undone('Hello');
  enter();
  expect([sent(), field.value]).toEqual([[], 'Hello\nAnd you?']);
  vi.advanceTimersByTime(600);
  enter();
  expect([sent(), field.value]).toEqual([['Hello\nAnd you?'], '']);
});

it('sends undone text with the next Enter when the field was empty', async () => {
  const { sent, enter, undone } = await draw('');
  await undone('Hello');
  enter();
  expect(sent()).toEqual(['Hello']);
});

it.each(['\u3164\u115f', '\u2800', ' \u200b'])(
  'sends nothing when the text is invisible (%#)',
  async (text) => {
    const { sent, field, enter } = await draw(text);
    enter();
    expect([sent(), field.value]).toEqual([[], text]);
  },
);

it('removes control characters that show as boxes before sending', async () => {
  const { sent, enter } = await draw('a\u0007b\u009f');
  enter();
  expect(sent()).toEqual(['ab']);
});

it('focuses the field again after the member confirms a fictional profile', async () => {
  const { sent, field } = await draw('Hello', FictionalComposer);
  const press = async (name: RegExp) => {
    const button = await screen.findByRole('button', { name });
    act(() => button.focus());
    fireEvent.click(button);
  };
  await press(/^Send · /);
  await press(/^I understand/);
  expect(sent()).toEqual(['Hello']);
  await expect.poll(() => document.activeElement === field).toBe(true);
});

it('asks what a fictional profile is before it sells credits to write to one', async () => {
  await draw('', () => <Composer fictional credits={0} />);
  const { result: asked } = renderPageHook(() => useCreditsAsked('c1'));
  fireEvent.click(screen.getByRole('button', { name: 'Get credits' }));
  const question = await screen.findByRole('dialog', { name: 'Ada is a fictional profile' });
  expect(asked.current).toBeUndefined();
  fireEvent.click(within(question).getByRole('button', { name: 'Get credits' }));
  expect(asked.current).toEqual({ kind: 'text', text: null, credits: 1 });
  closeCredits('c1');
});
