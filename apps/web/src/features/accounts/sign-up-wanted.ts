import { useLocation } from '@tanstack/react-router';
import { localPath } from '../../client/local-path.ts';
import { localStore } from '../../client/storage.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of the page of the sign-up: the page that it was opened at. */
    next?: string;
  }
}

/** Pages that a member is led away from, or that are no use to one. */
const NO_USE = new Set(['/', '/signup', '/complete-signup', '/reset-password']);

const KEY = 'signup-wanted';

/**
 * Where somebody who signs up or in wants to be: at the page under the dialog, or that the page of the sign-up was opened
 * at; from the log-in where that would have led, from the sign-up of a member's page at the member. Undefined where that
 * is nowhere in particular.
 */
export function useWanted(): string | undefined {
  const { href, state } = useLocation();
  return wantedOf(state.next ?? href);
}

function wantedOf(href: string): string | undefined {
  const { pathname, searchParams } = new URL(href, location.origin);
  if (pathname === '/login') return localPath(searchParams.get('next'));
  return NO_USE.has(pathname) ? undefined : href.replace(/^(\/members\/[^/]+)\/signup\b.*/, '$1');
}

/** Keeps where the new member wants to be until the address is confirmed: the link of the mail opens a tab of its own. */
export function keepWanted(wanted: string | undefined): void {
  if (wanted === undefined) dropWanted();
  else localStore.set(KEY, wanted);
}

/** What `keepWanted` kept in this browser. */
export function readWanted(): string | undefined {
  return localPath(localStore.get(KEY));
}

/** The member is there, or somewhere else by now. */
export function dropWanted(): void {
  localStore.remove(KEY);
}
