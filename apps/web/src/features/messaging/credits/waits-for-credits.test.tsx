// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { rememberSignedIn } from '../../../client/signed-in.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { storedDraft, useDraft } from '../drafts.ts';
import type { OutboxEntry } from '../outbox/outbox-store.ts';
import { outbox } from '../outbox/use-outbox.ts';
import { WaitsForCredits } from './waits-for-credits.tsx';

const entry = { key: 'k', member: 'me', conversation: 'c', kind: 'text', text: 'Hello', credits: 1 };

function Chat() {
  const [text, setText] = useDraft('me', 'c');
  return (
    <>
      <WaitsForCredits entry={entry as OutboxEntry} />
      <textarea value={text} onChange={({ target }) => setText(target.value)} />
    </>
  );
}

/** A chat where "Hello" waits for credits; `typed` is in its field. `value` returns the text of the field. */
function draw(typed = '', isDiscarded = true) {
  rememberSignedIn('1');
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: {} });
  const discard = vi.spyOn(outbox, 'discard').mockResolvedValue(isDiscarded);
  renderPage(<Chat />, { hasNotices: true });
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  if (typed) fireEvent.change(field, { target: { value: typed } });
  return { discard, value: () => field.value };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it.each(['Cancel', 'Edit'])(
  'gives the words back to an empty field and stores them at once: %s',
  async (name) => {
    const { discard, value } = draw();
    press(name);
    await expect.poll(value).toBe('Hello');
    expect([storedDraft('draft:me:c'), discard.mock.calls]).toEqual(['Hello', [['k']]]);
  },
);

it('offers to undo a cancel while other words are in the field', async () => {
  const { value } = draw('Or tea?');
  press('Cancel');
  await screen.findByText('Your message won’t be sent');
  expect(value()).toBe('Or tea?');
  press('Undo');
  expect(value()).toBe('Hello\nOr tea?');
  expect(storedDraft('draft:me:c')).toBe('Hello\nOr tea?');
});

it('gives nothing back if the message is on its way already', async () => {
  const { discard, value } = draw('', false);
  press('Cancel');
  await expect.poll(() => discard.mock.calls).toEqual([['k']]);
  await discard.mock.results[0]?.value;
  expect(value()).toBe('');
});
