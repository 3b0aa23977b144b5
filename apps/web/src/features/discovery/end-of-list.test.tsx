// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { searchStateOf } from './search-state.ts';
import { SimilarMembers } from './similar-members.tsx';
import { useSimilarMembers } from './use-members.ts';

/** Reports whether the end is visible, as a browser does: at once, and on each change. */
function scrolling() {
  let isAtEnd = false;
  const observed = new Set<(entries: unknown[]) => void>();
  const notify = (callback: (entries: unknown[]) => void) => callback([{ isIntersecting: isAtEnd }]);
  class Observer {
    private readonly callback: (entries: unknown[]) => void;
    constructor(callback: (entries: unknown[]) => void) {
      this.callback = callback;
    }
    observe = () => {
      observed.add(this.callback);
      notify(this.callback);
    };
    disconnect = () => observed.delete(this.callback);
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  return () => {
    isAtEnd = true;
    for (const callback of observed) notify(callback);
  };
}

it('waits for a refetch of all pages, then loads the next one', async () => {
  const toEnd = scrolling();
  const asked: { page: string; signal: AbortSignal; answer: () => void }[] = [];
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    const page = new URL(url, 'https://site.example').searchParams.get('cursor') ?? 'first';
    const next = { first: 'second' }[page] ?? null;
    const body = { pageNumber: 1, results: [], numResults: 9, nextCursor: next };
    return new Promise<Response>((resolve) => {
      asked.push({ page, signal, answer: () => resolve(Response.json(body)) });
    });
  });
  const pages = () => asked.map(({ page }) => page);
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: {} });
  function List() {
    const similar = useSimilarMembers({}, true);
    return (
      <SimilarMembers
        similar={similar}
        state={searchStateOf({}, [], similar.data?.pages, [])}
        search={{}}
        onSearch={() => {}}
        className=""
      />
    );
  }
  renderPage(<List />, { settings: {} });
  await expect.poll(pages).toEqual(['first']);
  await act(async () => asked[0]?.answer());
  await act(async () => void queryClient.invalidateQueries({ queryKey: keys.allMembers }));
  await expect.poll(pages).toEqual(['first', 'first']);
  await act(async () => toEnd());
  expect(pages()).toEqual(['first', 'first']);
  await act(async () => asked[1]?.answer());
  await expect.poll(pages).toEqual(['first', 'first', 'second']);
  expect(asked[1]?.signal.aborted).toBe(false);
});
