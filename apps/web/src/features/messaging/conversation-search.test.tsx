// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { ConversationSearch } from './conversation-search.tsx';

const status = () => screen.getByRole('status').textContent;
const searchFor = (question: string) => (
  <ConversationSearch chats={[]} question={question} current={undefined} />
);
const search = () => renderPage(searchFor('tea')).container;

it('a search that failed is said to have failed, not to have found nothing', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: { code: 'INTERNAL' } }, { status: 500 }));
  const page = search();
  const failure = await vi.waitUntil(() => page.querySelector('.text-danger'));
  expect(status()).not.toContain('result');
  expect(status()).toBe(failure.textContent);
});

it('who searches further back keeps the focus on what they pressed while it is on its way', async () => {
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
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.activeElement).toBe(button);
  later.resolve(Response.json({ people: [], chats: [], hits: [hit], next: 'y' }));
  await expect.poll(status).toBe('9 results');
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('button', further)).toBeNull());
  await expect.poll(() => document.activeElement?.tagName).toBe('SECTION');
});

it('what cannot be searched for finds nothing, and not what was found before it', async () => {
  const hit = { conversation: 'c', seq: 1, sender: 'me', at: 0, snippet: 'tea' };
  vi.stubGlobal('fetch', async () => Response.json({ people: [], chats: [], hits: [hit] }));
  const { rerender } = renderPage(searchFor('tea'));
  await expect.poll(status).toBe('1 result');
  rerender(searchFor('☕'));
  await screen.findByText('Nothing found for “☕”');
  expect(status()).toBe('0 results');
});
