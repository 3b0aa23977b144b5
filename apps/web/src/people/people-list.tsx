import { LinkProvider, useLinks } from '@heartline/ui';
import {
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  type QueryKey,
} from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { queryClient } from '../client/query.ts';

/** The list of people that a profile was opened from. */
interface Among {
  ids: readonly string[];
  /** The cached search that has more of them. */
  query?: QueryKey | undefined;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list that this profile was opened from. It is in the history entry, so a shared address does not carry it. */
    among?: Among;
  }
}

/** So many people before and after the opened one are remembered: browsers limit the size of a history entry. */
const REMEMBERED = 100;

/** Pages of a search. */
type Pages = InfiniteData<{ results: { id: string }[] }>;
type PagesOptions = InfiniteQueryObserverOptions<Pages['pages'][number], Error, Pages>;

export interface AdjacentPeople {
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

interface PeopleListProps {
  /** In the order shown. */
  people: readonly { id: string }[];
  /** Key of the search with pages of `results`, where the list goes on. */
  query?: QueryKey | undefined;
  children: ReactNode;
}

/** Cards of people. A profile that is opened from one of them knows the person before and the person after. */
export function PeopleList({ people, query, children }: PeopleListProps) {
  const router = useRouter();
  const links = useLinks();
  const list = useRef({ people, query });
  useEffect(() => {
    list.current = { people, query };
  });
  // Stable, because the cards are memoized.
  const value = useMemo(
    () => ({
      ...links,
      navigate: (href: string) => {
        const ids = list.current.people.map(({ id }) => id);
        const at = ids.findIndex((id) => href.endsWith(`/members/${id}`));
        if (at === -1) links?.navigate(href);
        else {
          const near = ids.slice(Math.max(0, at - REMEMBERED), at + REMEMBERED);
          void router.navigate({ href, state: { among: { ids: near, query: list.current.query } } });
        }
      },
    }),
    [links, router],
  );
  return <LinkProvider value={value}>{children}</LinkProvider>;
}

/** Everyone that the search found, with the page after this person. Undefined at its end, and after a reload. */
function moreAfter(id: string, query: QueryKey | undefined): (() => Promise<string[]>) | undefined {
  const cached = query && queryClient.getQueryCache().find({ queryKey: query, exact: true });
  if (!cached?.state.data) return undefined;
  const known = idsOf(cached.state.data as Pages);
  if (known.includes(id) && known.at(-1) !== id) return async () => known;
  const observer = new InfiniteQueryObserver(queryClient, cached.options as unknown as PagesOptions);
  if (!observer.getCurrentResult().hasNextPage) return undefined;
  return async () => {
    const { data } = await observer.fetchNextPage({ cancelRefetch: false });
    return data ? idsOf(data) : [];
  };
}

const idsOf = ({ pages }: Pages) => pages.flatMap((page) => page.results.map((card) => card.id));

/** The ways from a profile to the people before and after it in the list it was opened from; undefined at the ends. */
export function useAdjacent(id: string): AdjacentPeople {
  const router = useRouter();
  const among = useRouterState({ select: ({ location }) => location.state.among });
  const at = among?.ids.indexOf(id) ?? -1;
  if (!among || at === -1) return { previous: undefined, next: undefined };
  // It replaces the profile, so that Back returns to the list.
  const goTo = (next: string | undefined, ids = among.ids) => {
    if (next === undefined) return;
    void router.navigate({
      to: '/members/$id',
      params: { id: next },
      replace: true,
      state: { among: { ...among, ids } },
    });
  };
  const wayTo = (next: string | undefined) => (next === undefined ? undefined : () => goTo(next));
  const { ids } = among;
  if (at < ids.length - 1) return { previous: wayTo(ids[at - 1]), next: wayTo(ids[at + 1]) };
  const more = moreAfter(id, among.query);
  const goOn = (found: string[]) => {
    const now = found.indexOf(id);
    // Searched again meanwhile, the list may be without this person.
    if (now !== -1) goTo(found[now + 1], found);
  };
  const next = more && (() => void more().then(goOn));
  return { previous: wayTo(ids[at - 1]), next };
}
