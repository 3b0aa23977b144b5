// @vitest-environment happy-dom

import { fixedWait } from '@heartline/tooling/fixed-wait';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import { AnswerBox } from './answer-box.tsx';
import type { Opened } from './use-inbox.ts';

let page: ReturnType<typeof renderPage> | undefined;
/** Answers sent to the server, with their keys. */
let sent: { conversation: string; clientId: string; text: string }[];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  page = undefined;
  sent = [];
  answer = () => Response.json({ message: {} });
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (!path.includes('operator-answer')) return Response.json({});
    sent.push(JSON.parse(body) as (typeof sent)[number]);
    return answer();
  });
});

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const type = (words: string) => fireEvent.change(field(), { target: { value: words } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));

/** Opens the operator inbox at this conversation. */
function open(conversation: string, more: Partial<Opened> = {}): void {
  const person = { id: 'p', name: 'Fia', main_image: null };
  const entry = { conversation, profile: person, member: person };
  const opened = { entry, lease: { number: 1, until: 0 }, isLost: false, ...more } as unknown as Opened;
  const nothing = () => {};
  const box = (
    <AnswerBox
      key={conversation}
      ref={null}
      opened={opened}
      messageLength={200}
      seen={{}}
      onTakenBack={nothing}
      onSent={nothing}
      onLost={nothing}
      onReopen={nothing}
      onAnswered={nothing}
    />
  );
  if (page) page.rerender(box);
  else page = renderPage(box);
}

it('restores a draft after another conversation was open', () => {
  open('a');
  type('Once there was');
  open('b');
  expect(field().value).toBe('');
  open('a');
  expect(field().value).toBe('Once there was');
});

it('clears a sent answer, and sends a failed one again under its key', async () => {
  let arrive = (_answer: Response) => {};
  answer = () =>
    new Promise((resolve) => {
      arrive = resolve;
    });
  open('c');
  type('A lighthouse.');
  send();
  await vi.waitUntil(() => sent.length === 1);
  open('d');
  arrive(Response.json({ message: {} }));
  await fixedWait(20, 'no event says that the answer was handled, since its box is closed');
  open('c');
  expect(field().value).toBe('');

  answer = () => Response.json({ error: { code: 'INTERNAL' } }, { status: 500 });
  type('By the sea.');
  send();
  await screen.findByText(/Something went wrong/);
  open('d');
  open('c');
  expect(field().value).toBe('By the sea.');
  send();
  await vi.waitUntil(() => sent.length === 3);
  expect(sent[2]).toEqual(sent[1]);
});

it('clears a sent answer also if its conversation was reopened before the reply', async () => {
  const arriving = Promise.withResolvers<Response>();
  answer = () => arriving.promise;
  open('f');
  type('A lighthouse.');
  send();
  await vi.waitUntil(() => sent.length === 1);
  open('d');
  open('f');
  expect(field().value).toBe('A lighthouse.');
  arriving.resolve(Response.json({ message: {} }));
  // Otherwise the next press would send it again as a new answer.
  await expect.poll(() => field().value).toBe('');
});

it('says that nothing was sent to a deleted member, without mentioning money', async () => {
  const error = { code: 'RECIPIENT_GONE', values: { name: 'Fia' } };
  answer = () => Response.json({ error }, { status: 410 });
  open('e');
  type('Are you there?');
  send();
  await screen.findByText(/You can’t write to Fia any more\./);
  expect(document.body.textContent).not.toContain('charged');
  expect(field().value).toBe('Are you there?');
});

it.each([
  ['gone', 'You can’t write to Fia any more.'],
  ['taken_back', 'Fia took back what was waiting here. There’s nothing to answer.'],
] as const)('says why a conversation ended (%s) and offers no answer', (ended, words) => {
  open(ended, { ended });
  expect(document.body.textContent).toBe(words);
  expect(screen.queryByRole('textbox')).toBeNull();
});
