// @vitest-environment happy-dom
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { createMemoryHistory, useParams } from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { queryClient } from '../client/query.ts';
import { renderPage } from '../testing/render-page.tsx';
import { routed } from '../testing/routed.tsx';
import { useAdjacent } from './people-list.tsx';

const KEY = ['a search'];
const pageOf = (...ids: string[]) => ({ results: ids.map((id) => ({ id })) });
type FoundPage = ReturnType<typeof pageOf>;

/** Opens the last of the two people that a search has loaded. Later requests for its pages wait in `asked`. */
async function openLast() {
  const asked: ((page: FoundPage) => void)[] = [];
  let isFirst = true;
  await queryClient.fetchInfiniteQuery({
    queryKey: KEY,
    initialPageParam: 1,
    queryFn: ({ signal }) => {
      if (isFirst) {
        isFirst = false;
        return pageOf('a', 'b');
      }
      const { promise, resolve, reject } = Promise.withResolvers<FoundPage>();
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      asked.push(resolve);
      return promise;
    },
    getNextPageParam: (_last: FoundPage, pages: FoundPage[]) => (pages.length === 1 ? 2 : undefined),
  });
  const Person = () => {
    const { id } = useParams({ strict: false });
    const { next } = useAdjacent(id ?? '');
    return <button onClick={next}>Next person</button>;
  };
  const history = createMemoryHistory();
  const { router, shown } = routed({ '/': () => null, '/members/$id': Person }, history);
  renderPage(shown);
  await router.navigate({
    to: '/members/$id',
    params: { id: 'b' },
    state: { among: { ids: ['a', 'b'], query: KEY } },
  } as never);
  const button = await screen.findByRole('button', { name: 'Next person' });
  return {
    asked,
    address: () => router.state.location.pathname,
    next: () => act(async () => void fireEvent.click(button)),
  };
}

it('loads the next page once for several steps at its end, then shows its first', async () => {
  const { asked, address, next } = await openLast();
  await next();
  await next();
  await next();
  expect(asked).toHaveLength(1);
  asked[0]?.(pageOf('c'));
  await expect.poll(address).toBe('/members/c');
});

it('stays when the list, loaded anew meanwhile, is without the person shown', async () => {
  const { asked, address, next } = await openLast();
  void queryClient.refetchQueries({ queryKey: KEY });
  await next();
  expect(asked).toHaveLength(1);
  asked[0]?.(pageOf('d', 'e'));
  await fixedWait(50, 'no event says that nobody is shown');
  expect(address()).toBe('/members/b');
});
