// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AnswerBox } from './answer-box.tsx';
import type { Opened } from './use-desk.ts';

let root: Root;
/** What was sent, and under which key. */
let sent: { conversation: string; clientId: string; text: string }[];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  sent = [];
  answer = () => Response.json({ message: {} });
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (!path.includes('operator-answer')) return Response.json({});
    sent.push(JSON.parse(body) as (typeof sent)[number]);
    return answer();
  });
  root = createRoot(document.body);
});
afterEach(() => {
  root.unmount();
  vi.unstubAllGlobals();
});

const field = () => document.querySelector('textarea') as HTMLTextAreaElement;

/** The desk at this conversation. */
async function open(conversation: string, more: Partial<Opened> = {}): Promise<void> {
  const person = { id: 'p', name: 'Fia', main_image: null };
  const entry = { conversation, profile: person, member: person };
  const opened = { entry, lease: { number: 1, until: 0 }, isLost: false, ...more } as unknown as Opened;
  const nothing = () => {};
  root.render(
    <I18nProvider i18n={i18n}>
      <div key={conversation} data-at={conversation}>
        <AnswerBox
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
      </div>
    </I18nProvider>,
  );
  await vi.waitUntil(() => document.querySelector(`[data-at=${conversation}] :is(textarea, [role=status])`));
}

async function type(words: string): Promise<void> {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(), words);
  field().dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitUntil(() => field().value === words);
}

it('an answer that was begun is there again after another conversation was open', async () => {
  await open('a');
  await type('Once there was');
  await open('b');
  expect(field().value).toBe('');
  await open('a');
  expect(field().value).toBe('Once there was');
});

it('an answer that went meanwhile is gone, and one that failed goes again under its key', async () => {
  let arrive = (_answer: Response) => {};
  answer = () =>
    new Promise((resolve) => {
      arrive = resolve;
    });
  await open('c');
  await type('A lighthouse.');
  document.querySelector('form')?.requestSubmit();
  await vi.waitUntil(() => sent.length === 1);
  await open('d');
  arrive(Response.json({ message: {} }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await open('c');
  expect(field().value).toBe('');

  answer = () => Response.json({ error: { code: 'INTERNAL' } }, { status: 500 });
  await type('By the sea.');
  document.querySelector('form')?.requestSubmit();
  await vi.waitFor(() => expect(document.body.textContent).toContain('Something went wrong'));
  await open('d');
  await open('c');
  expect(field().value).toBe('By the sea.');
  document.querySelector('form')?.requestSubmit();
  await vi.waitUntil(() => sent.length === 3);
  expect(sent[2]).toEqual(sent[1]);
});

it('says of somebody who is gone that nothing was sent, and nothing of money', async () => {
  const error = { code: 'RECIPIENT_GONE', values: { name: 'Fia' } };
  answer = () => Response.json({ error }, { status: 410 });
  await open('e');
  await type('Are you there?');
  document.querySelector('form')?.requestSubmit();
  await vi.waitUntil(() => document.body.textContent.includes('Fia can no longer be written to.'));
  expect(document.body.textContent).not.toContain('charged');
  expect(field().value).toBe('Are you there?');
});

it.each([
  ['gone', 'Fia can no longer be written to.'],
  ['taken_back', 'Fia took back what waited here. There is nothing to answer.'],
] as const)('where it ended (%s), says why and offers no answer', async (ended, words) => {
  await open(ended, { ended });
  expect(document.body.textContent).toBe(words);
  expect(field()).toBeNull();
});
