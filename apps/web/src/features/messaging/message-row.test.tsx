// @vitest-environment happy-dom
import type { Message } from '@heartline/contracts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { rememberSignedIn } from '../../client/signed-in.ts';
import { renderPage } from '../../testing/render-page.tsx';
import type { Row } from './conversation-rows.ts';
import { MessageRow } from './message-row.tsx';

beforeEach(() => {
  rememberSignedIn('1');
  queryClient.setQueryData(keys.user, { user: { id: 'me' } });
});

const own = (key: string, more: Partial<Row>): Row => {
  const message = { seq: 1, sender: 'me', conversation: 'c', kind: 'text', clientId: key } as Message;
  const place = { position: 'middle', startsDay: false, startsUnread: false } as const;
  const text = 'https://heartline.example';
  return { key, isOwn: true, kind: 'text', text, at: Date.now(), state: 'sent', message, ...place, ...more };
};

function draw(rows: Row[], stop?: string) {
  renderPage(
    rows.map((row) => (
      <MessageRow
        key={row.key}
        row={row}
        isStop={row.key === stop}
        name="Anna"
        now={Date.now()}
        isShown={false}
        onMenu={() => {}}
        onJump={() => {}}
      />
    )),
  );
  return screen.getAllByRole('article').map((row) => within(row));
}

it('offers undo on each message of a run, and shows states that differ', () => {
  const [middle, same, last] = draw([
    own('middle', { hasOwnState: true, state: 'delivered' }),
    own('same', {}),
    own('last', { position: 'last' }),
  ]);
  expect(
    [middle, same, last].map((row) => row?.queryAllByRole('button', { name: 'Undo sending' }).length),
  ).toEqual([1, 1, 1]);
  expect(middle?.getByTitle('Delivered')).toBeTruthy();
  expect(same?.queryByTitle('Sent')).toBeNull();
  expect(last?.getByTitle('Sent')).toBeTruthy();
});

it('describes a focused message by its text and state anywhere in a run', () => {
  draw([own('middle', {})], 'middle');
  const row = screen.getByRole('article');
  const described = (row.getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'https://heartline.example',
    'Sent',
  ]);
});

it('makes links tab stops only in the focused message', () => {
  const [there, elsewhere] = draw([own('there', {}), own('elsewhere', {})], 'there');
  expect(there?.getByRole('link').tabIndex).toBe(0);
  expect(elsewhere?.getByRole('link').tabIndex).toBe(-1);
});
