import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { sessionStore } from '../../client/storage.ts';

/** Path of the list without an open conversation. */
export const LIST = '/chats';
/** History keys of conversations opened right from the list in this tab. The entry before a key never changes. */
const NAME = 'chats-from-list';
/** Entries kept, more than a member goes back. */
const MOST = 50;

const fromList = (): string[] => (sessionStore.getJson(NAME) ?? []) as string[];

/** Records which conversations were opened from the list. Mount it around both. */
export function useFromList(): void {
  const { pathname, state } = useRouterState({ select: ({ location }) => location });
  const { __TSR_index: index, __TSR_key: visit } = state;
  const listAt = useRef<number>(undefined);
  useEffect(() => {
    const isNext = listAt.current === index - 1;
    listAt.current = pathname === LIST ? index : undefined;
    if (!isNext || pathname === LIST || visit === undefined || fromList().includes(visit)) return;
    sessionStore.set(NAME, JSON.stringify([...fromList(), visit].slice(-MOST)));
  }, [pathname, index, visit]);
}

/**
 * Returns a function that leads to the list. It goes back if the conversation was opened there, so that “Back” does not
 * open it again.
 */
export function useToList(): () => void {
  const router = useRouter();
  return () => {
    const { __TSR_key: visit } = router.latestLocation.state;
    if (visit !== undefined && fromList().includes(visit)) router.history.back();
    else void router.navigate({ href: LIST, replace: true });
  };
}
