// @vitest-environment happy-dom
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { rememberSignedIn } from '../../client/signed-in.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ConversationSearch } from './conversation-search.tsx';

const status = () => screen.getByRole('status').textContent;
const searchFor = (question: string) => (
  <ConversationSearch chats={[]} question={question} current={undefined} />
);
const search = () => renderPage(searchFor('tea')).container;

it('reports a failed search as failed and not as empty', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: { code: 'INTERNAL' } }, { status: 500 }));
  const page = search();
  const failure = await vi.waitUntil(() => page.querySelector('.text-danger'));
  expect(status()).not.toContain('result');
  expect(status()).toBe(failure.textContent);
});

it('keeps the focus on the button while it loads older results', async () => {
  const hit = { conversation: 'c', seq: 1, sender: 'me', at: 0, snippet: 'tea' };
  const first = { people: [], chats: [], hits: Array.from({ length: 8 }, () => hit), next: 'x' };
  const later = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.includes('before=x')) return later.promise;
    return Response.json(path.includes('before=y') ? { ...first, next: undefined } : first);
  });
  search();
  const further = { name: 'Search further back' };
  const button = await screen.findByRole('button', further);
  button.focus();
  fireEvent.click(button);
  await fixedWait(100, 'no event says that the focus stays');
  expect(document.activeElement).toBe(button);
  later.resolve(Response.json({ people: [], chats: [], hits: [hit], next: 'y' }));
  await expect.poll(status).toBe('9 results');
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('button', further)).toBeNull());
  await expect.poll(() => document.activeElement?.tagName).toBe('SECTION');
});

it('finds nothing for text it cannot search, and drops the results before it', async () => {
  const hit = { conversation: 'c', seq: 1, sender: 'me', at: 0, snippet: 'tea' };
  vi.stubGlobal('fetch', async () => Response.json({ people: [], chats: [], hits: [hit] }));
  const { rerender } = renderPage(searchFor('tea'));
  await expect.poll(status).toBe('1 result');
  rerender(searchFor('☕'));
  await screen.findByText('No results for “☕”');
  expect(status()).toBe('0 results');
});

/** Searches for “tea” and returns these matches in the conversation with Anna. */
function finds(found: readonly { seq: number; snippet: string }[]) {
  const hits = found.map((hit) => ({ conversation: 'c', sender: 'me', at: 0, ...hit }));
  const profile = { id: 'p', name: 'Anna' };
  const chat = { conversation: { id: 'c' }, profile, num_unread_messages: 0, lastAt: 0, preview: '' };
  vi.stubGlobal('fetch', async () => Response.json({ people: [], chats: [chat], hits }));
  rememberSignedIn('1');
  queryClient.setQueryData(keys.user, { user: { id: 'me' } });
  renderPage(searchFor('tea'), { settings: { cdn_prefix: '', chat_history_days: 365 } });
}

it('starts the snippet near the match, which a narrow list would cut off', async () => {
  finds([
    { seq: 2, snippet: 'We walked along the whole coast and had a cup of tea with the lighthouse keeper' },
  ]);
  await screen.findByText('tea', { selector: 'mark' });
  expect(screen.getByRole('link').textContent).toContain('You: …had a cup of tea with the lighthouse keeper');
});

it('has one tab stop in the results, and moves through them with the arrow keys', async () => {
  finds([5, 4, 3, 2].map((seq) => ({ seq, snippet: 'tea' })));
  await expect.poll(status).toBe('4 results');
  const links = screen.getAllByRole('link');
  const stops = () => links.map((link) => link.tabIndex);
  expect(stops()).toEqual([0, -1, -1, -1]);
  links[0]?.focus();
  for (const [key, at] of [
    ['ArrowDown', 1],
    ['End', 3],
    ['ArrowDown', 3],
    ['ArrowUp', 2],
    ['Home', 0],
  ] as const) {
    if (document.activeElement) fireEvent.keyDown(document.activeElement, { key });
    expect([key, links.findIndex((link) => link === document.activeElement)]).toEqual([key, at]);
  }
  links[2]?.focus();
  await expect.poll(stops).toEqual([-1, -1, 0, -1]);
});
