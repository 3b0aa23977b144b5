import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { sessionStore } from '../../client/storage.ts';

/** The page of the list alone. */
export const LIST = '/chats';
/** The visits of conversations that came right after the list, in this tab: what is before a visit never changes. */
const NAME = 'chats-from-list';
/** As far back as anybody goes. */
const MOST = 50;

const fromList = (): string[] => (sessionStore.getJson(NAME) ?? []) as string[];

/** Notes which conversations were opened from the list. Stands around both. */
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

/** Leads from a conversation to the list: back, where it was opened from there, so that “Back” never opens it again. */
export function useToList(): () => void {
  const router = useRouter();
  return () => {
    const { __TSR_key: visit } = router.latestLocation.state;
    if (visit !== undefined && fromList().includes(visit)) router.history.back();
    else void router.navigate({ href: LIST, replace: true });
  };
}
