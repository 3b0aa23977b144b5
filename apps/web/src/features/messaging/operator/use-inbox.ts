import {
  LEASE_MS,
  type OperatorLease,
  type PayloadOf,
  type QueueEntry,
  type queueChanged,
  releaseLease,
  renewLease,
  takeLease,
} from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../../client/api.ts';
import { queryClient } from '../../../client/query.ts';
import { createRequestQueue } from '../../../client/request-queue.ts';
import { onQueueChange } from './inbox-live.ts';
import { useInboxRefusal } from './inbox-refusal.ts';
import { queueQuery } from './operator-queries.ts';

/** The conversation an operator has open. `isLost`: another operator may answer it by now, so nothing is sent. */
export interface Opened {
  entry: QueueEntry;
  lease: OperatorLease;
  isLost: boolean;
  /** Why no answer is possible until it waits again. */
  ended?: PayloadOf<typeof queueChanged>['ended'];
}

const RENEW_EVERY_MS = LEASE_MS / 3;

const refreshQueue = () => void queryClient.invalidateQueries({ queryKey: queueQuery.queryKey });

function handBack({ entry, lease }: Opened, keepalive = false): void {
  const held = { conversation: entry.conversation, number: lease.number };
  call(releaseLease, held, { keepalive }).then(refreshQueue, () => undefined);
}

/**
 * Opens one conversation at a time under a lease, which is renewed while it is open and released on leaving. After
 * quick presses the last one opens, however late the answers arrive; leases of the others are released.
 */
export function useInbox() {
  const errorTextOf = useInboxRefusal();
  const [opened, setOpened] = useState<Opened>();
  const [isOpening, setOpening] = useState(false);
  const [presses] = useState(createRequestQueue);
  const wanted = useRef<QueueEntry>(undefined);
  const current = useRef(opened);
  current.current = opened;

  const show = useCallback((next: Opened | undefined) => {
    current.current = next;
    setOpened(next);
  }, []);

  const leave = useCallback(() => {
    wanted.current = undefined;
    if (current.current) handBack(current.current);
    show(undefined);
  }, [show]);

  const take = useCallback(
    async (entry: QueueEntry): Promise<boolean> => {
      if (wanted.current !== entry) return false;
      setOpening(true);
      try {
        const { lease } = await call(takeLease, { conversation: entry.conversation });
        const taken = { entry, lease, isLost: false };
        const isWanted = wanted.current === entry;
        const before = isWanted ? current.current : taken;
        if (before && before.entry.conversation !== wanted.current?.conversation) handBack(before);
        if (isWanted) show(taken);
        return isWanted;
      } catch (error) {
        // The open conversation stays open.
        if (wanted.current === entry) wanted.current = current.current?.entry;
        void showToast({ title: errorTextOf(error, entry.member.name), tone: 'error' });
        return false;
      } finally {
        setOpening(false);
        refreshQueue();
      }
    },
    [errorTextOf, show],
  );

  const open = useCallback(
    (entry: QueueEntry): Promise<boolean> => {
      wanted.current = entry;
      return presses.enqueue(() => take(entry));
    },
    [presses, take],
  );

  /** True if this conversation is the last one requested and was not left. */
  const isAt = useCallback((conversation: string) => wanted.current?.conversation === conversation, []);

  const lose = useCallback((number: number) => {
    setOpened((now) => (now?.lease.number === number ? { ...now, isLost: true } : now));
    refreshQueue();
  }, []);

  useChanges(setOpened);
  useRenewal(opened, lose);
  useHandBackOnClose(current);
  return { opened, isOpening, open, leave, isAt, lose };
}

/** Applies live changes to the open conversation. */
function useChanges(change: Dispatch<SetStateAction<Opened | undefined>>): void {
  useEffect(
    () =>
      onQueueChange((changed) => {
        if (!changed) return;
        change((now) => (now?.entry.conversation === changed.conversation ? follow(now, changed) : now));
      }),
    [change],
  );
}

/** The open conversation after a change. One that ended and waits again must be opened again. */
function follow(now: Opened, { ended, waiting }: PayloadOf<typeof queueChanged>): Opened {
  if (ended) return { ...now, ended };
  return now.ended && waiting ? { ...now, ended: undefined, isLost: true } : now;
}

/** Renews the lease three times within its duration. A failed request is repeated; a refusal ends the lease. */
function useRenewal(opened: Opened | undefined, lose: (number: number) => void): void {
  const conversation = opened?.entry.conversation;
  const number = opened?.isLost || opened?.ended ? undefined : opened?.lease.number;
  useEffect(() => {
    if (conversation === undefined || number === undefined) return;
    const timer = setInterval(() => {
      call(renewLease, { conversation, number }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'LEASE_LOST') lose(number);
      });
    }, RENEW_EVERY_MS);
    return () => clearInterval(timer);
  }, [conversation, number, lose]);
}

function useHandBackOnClose(current: { current: Opened | undefined }): void {
  useEffect(() => {
    const onHide = () => {
      if (current.current) handBack(current.current, true);
    };
    addEventListener('pagehide', onHide);
    return () => removeEventListener('pagehide', onHide);
  }, [current]);
}
