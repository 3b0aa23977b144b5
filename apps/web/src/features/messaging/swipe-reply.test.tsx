// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { rememberSignedIn } from '../../client/signed-in.ts';
import { renderPage } from '../../testing/render-page.tsx';
import type { ActionContext } from './actions/message-action.ts';
import type { Row } from './conversation-rows.ts';
import { storedDraft } from './drafts.ts';
import { endReply } from './reply.ts';
import { useSwipeReply } from './swipe-reply.tsx';

const context = { conversation: 'c', me: 'me' } as ActionContext;
const rowOf = (key: string, { gone, isOwn }: { gone?: 'unsent'; isOwn?: true } = {}) =>
  ({
    key,
    isOwn,
    message: { seq: Number(key), sender: 'ada', kind: 'text', text: `Words ${key}`, gone },
  }) as Row;
const ROWS = [rowOf('1'), rowOf('2', { gone: 'unsent' }), rowOf('3', { isOwn: true })];

function Messages() {
  const { handlers, mark } = useSwipeReply(ROWS, context);
  return (
    <section {...handlers}>
      {mark}
      {ROWS.map(({ key, message }) => (
        <article key={key} data-row={key}>
          <div data-menu="">{message?.text}</div>
        </article>
      ))}
    </section>
  );
}

/** Puts a finger on the text, moves it to these points, and lifts it. */
function draw(words: string, from: number, places: [x: number, y: number][], pointerType = 'touch') {
  const on = screen.getByText(words);
  const at = (clientX: number, clientY: number) => ({ pointerType, isPrimary: true, clientX, clientY });
  fireEvent.pointerDown(on, at(from, 0));
  for (const [x, y] of places) fireEvent.pointerMove(on, at(x, y));
  const drawn = on.style.transform;
  fireEvent.pointerUp(on, at(...(places.at(-1) ?? [from, 0])));
  return { drawn, after: on.style.transform };
}

const answered = () => storedDraft('reply:me:c');

beforeEach(() => {
  rememberSignedIn('1');
  endReply('me', 'c');
  renderPage(<Messages />);
});

it('answers a message of the other member that is swiped far to the right', () => {
  expect(
    draw('Words 1', 100, [
      [130, 4],
      [100 + 12 + 56, 6],
    ]),
  ).toEqual({ drawn: 'translateX(56px)', after: '' });
  expect(answered()).toContain('"seq":1');
});

it('answers an own message that is swiped to the left', () => {
  expect(draw('Words 3', 300, [[230, 0]])).toEqual({ drawn: 'translateX(-58px)', after: '' });
  expect(answered()).toContain('"seq":3');
});

it.each<[string, Parameters<typeof draw>]>([
  [
    'not far enough',
    [
      'Words 1',
      100,
      [
        [130, 0],
        [100 + 12 + 55, 0],
      ],
    ],
  ],
  [
    'far and back again',
    [
      'Words 1',
      100,
      [
        [190, 0],
        [110, 0],
      ],
    ],
  ],
  [
    'up or down first',
    [
      'Words 1',
      100,
      [
        [104, 20],
        [200, 20],
      ],
    ],
  ],
  [
    'to the left',
    [
      'Words 1',
      200,
      [
        [100, 0],
        [300, 0],
      ],
    ],
  ],
  ['from the edge of the screen', ['Words 1', 23, [[120, 0]]]],
  ['to the right and is an own one', ['Words 3', 100, [[200, 0]]]],
  ['with a mouse', ['Words 1', 100, [[200, 0]], 'mouse']],
  ['and was taken back', ['Words 2', 100, [[200, 0]]]],
])('does not answer a message that is swiped %s', (_, given) => {
  expect(draw(...given).after).toBe('');
  expect(answered()).toBe('');
});
