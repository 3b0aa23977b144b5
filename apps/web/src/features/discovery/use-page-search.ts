import { showToast } from '@heartline/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useErrorMessage } from '../../client/error-message.ts';
import { useUser } from '../../client/session.ts';
import {
  isSameSearch,
  type MemberSearch,
  parseMemberSearch,
  searchInAddress,
  toAddress,
} from './member-search.ts';
import { forgetSearch, rememberSearch, startSearchQuery } from './start-search.ts';
import { clearResults } from './use-members.ts';

const NO_LIMIT: MemberSearch = {};

/** The search of the page, and how it changes. */
export interface PageSearch {
  /** Undefined until the remembered search is known. */
  search: MemberSearch | undefined;
  setSearch: (search: MemberSearch) => void;
  /** The same, unless the member has left the page. */
  setIfHere: (search: MemberSearch) => void;
  /** Changes the search of the address: a second press may come before the first was rendered. */
  change: (to: (now: MemberSearch) => MemberSearch) => void;
  /** Goes back to the search the member started with; undefined if this is it. */
  reset: (() => void) | undefined;
}

/**
 * The search is in the address: each change is a history entry, and a link can be shared. An address without a search
 * gets the one that the server remembers for the member. Changes on this page are remembered, a followed link is not.
 */
export function usePageSearch(): PageSearch {
  const navigate = useNavigate();
  const router = useRouter();
  const isMember = useUser() !== null;
  const inAddress = useSearch({ from: '/default/members', select: searchInAddress, structuralSharing: true });
  const { known, hasFailed } = useStartSearch(isMember);
  const toParameters = (search: MemberSearch) => (isMember ? toAddress(search) : search);
  const go = (search: MemberSearch, options?: { replace: boolean }) =>
    void navigate({ to: '/members', search: toParameters(search), resetScroll: false, ...options });
  useRemembering(inAddress, isMember);
  const goIfHere = (search: MemberSearch, options?: { replace: boolean }) => {
    if (router.latestLocation.pathname === '/members') go(search, options);
  };
  const fill = useEffectEvent((search: MemberSearch) => goIfHere(search, { replace: true }));
  useEffect(() => {
    if (!inAddress && known) fill(known.search);
  }, [inAddress, known]);
  const { isResetting, reset } = useReset(isMember, goIfHere);
  const start = isMember && !hasFailed ? known?.search : NO_LIMIT;
  const search = isResetting ? undefined : (inAddress ?? start);
  const isStart = !known?.isRemembered && search && start && isSameSearch(search, start);
  return {
    search,
    setSearch: go,
    setIfHere: goIfHere,
    change: (to) =>
      void navigate({
        to: '/members',
        search: (now) => toParameters(to(parseMemberSearch(now))),
        resetScroll: false,
      }),
    reset: isStart ? undefined : reset,
  };
}

/** The search the server remembers. Undefined until it is known, and for visitors. */
function useStartSearch(isMember: boolean) {
  const start = useQuery({ ...startSearchQuery, enabled: isMember });
  // A search that is older than a minute may have been changed on another device: its answer is awaited.
  const isOld = start.isFetching && start.isStale;
  return { known: isOld ? undefined : start.data, hasFailed: start.isError };
}

/** Goes back to the search made from the profile; for visitors, to everybody. */
function useReset(isMember: boolean, goIfHere: (search: MemberSearch) => void) {
  const errorTextOf = useErrorMessage();
  const [isResetting, setResetting] = useState(false);
  const reset = async () => {
    clearResults();
    if (!isMember) return goIfHere(NO_LIMIT);
    setResetting(true);
    try {
      goIfHere(await forgetSearch());
    } catch (error) {
      await showToast({ title: errorTextOf(error), tone: 'error' });
    } finally {
      setResetting(false);
    }
  };
  return { isResetting, reset: () => void reset() };
}

/** Remembers each search that follows another one on this page. The first may come from a link of somebody else. */
function useRemembering(inAddress: MemberSearch | undefined, isMember: boolean): void {
  const last = useRef(inAddress);
  useEffect(() => {
    const before = last.current;
    last.current = inAddress ?? before;
    if (isMember && inAddress && before && !isSameSearch(before, inAddress)) void rememberSearch(inAddress);
  }, [inAddress, isMember]);
}
