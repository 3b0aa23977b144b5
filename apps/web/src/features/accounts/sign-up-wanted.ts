import { useLocation } from '@tanstack/react-router';
import { localPath } from '../../client/local-path.ts';
import { localStore } from '../../client/storage.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Search parameter of the sign-up page: the page that it was opened at. */
    next?: string;
  }
}

/** Pages that redirect a member, or that are of no use to one. */
const NO_USE = new Set(['/', '/signup', '/complete-signup', '/reset-password', '/activate/error']);

const KEY = 'signup-wanted';

/**
 * The page that a visitor who signs up or logs in wants to return to. It is the page under the dialog, the page where
 * the sign-up was opened, or the target of the log-in. Undefined when there is none.
 */
export function useWanted(): string | undefined {
  const { href, state } = useLocation();
  return wantedOf(state.next ?? href);
}

function wantedOf(href: string): string | undefined {
  const { pathname, searchParams } = new URL(href, location.origin);
  if (pathname === '/login') return localPath(searchParams.get('next'));
  if (NO_USE.has(pathname) || pathname.startsWith('/landers/')) return undefined;
  return href.replace(/^(\/members\/[^/]+)\/(?:signup|landing[23]?)\b.*/, '$1');
}

/** Stores the wanted page until the address is confirmed: the link of the mail opens in another tab. */
export function keepWanted(wanted: string | undefined): void {
  if (wanted === undefined) dropWanted();
  else localStore.set(KEY, wanted);
}

/** The page that `keepWanted` stored in this browser. */
export function readWanted(): string | undefined {
  return localPath(localStore.get(KEY));
}

/** The member is there, or elsewhere by now: forgets the page. */
export function dropWanted(): void {
  localStore.remove(KEY);
}
