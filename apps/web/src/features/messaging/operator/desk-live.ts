import { OPERATORS_NAMESPACE, type PayloadOf, queueChanged, sessionEnded } from '@heartline/contracts';
import { useEffect, useState } from 'react';
import { queryClient } from '../../../client/query.ts';
import { operatorQuery, queueQuery } from './operator-queries.ts';

type Change = PayloadOf<typeof queueChanged>;
/** Without a change: the line is back, and anything may have changed meanwhile. */
type Listener = (change?: Change) => void;

const listeners = new Set<Listener>();

/** Runs when something of a conversation changed, or may have. Returns how to stop. */
export function onQueueChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** However many changes come, the queue is fetched this often at most. */
const FETCH_EVERY_MS = 1_000;

let waiting: ReturnType<typeof setTimeout> | undefined;
let fetchedAt = 0;

function fetchQueue(): void {
  waiting ??= setTimeout(
    () => {
      waiting = undefined;
      fetchedAt = Date.now();
      void queryClient.invalidateQueries({ queryKey: queueQuery.queryKey });
    },
    Math.max(0, fetchedAt + FETCH_EVERY_MS - Date.now()),
  );
}

/** The line on which the queue is told live; whether it stands. */
export function useDeskLive(): boolean {
  const [isConnected, setConnected] = useState(true);
  useEffect(() => {
    let close = () => {};
    let isOver = false;
    void connect(setConnected).then((end) => {
      if (isOver) end();
      else close = end;
    });
    return () => {
      isOver = true;
      close();
    };
  }, []);
  return isConnected;
}

async function connect(onConnection: (isConnected: boolean) => void): Promise<() => void> {
  const { io } = await import('socket.io-client');
  const socket = io(OPERATORS_NAMESPACE, {
    transports: ['websocket'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
  });
  const askWho = () => void queryClient.invalidateQueries({ queryKey: operatorQuery.queryKey });
  socket.on('connect', () => {
    onConnection(true);
    fetchQueue();
    for (const listener of listeners) listener();
  });
  socket.on('disconnect', (reason) => {
    onConnection(false);
    // The server hung up: a new start of it, or this session is over.
    if (reason !== 'io server disconnect') return;
    askWho();
    setTimeout(() => socket.connect(), FETCH_EVERY_MS);
  });
  socket.on('connect_error', askWho);
  socket.on(sessionEnded.name, askWho);
  socket.on(queueChanged.name, (change: Change) => {
    fetchQueue();
    for (const listener of listeners) listener(change);
  });
  return () => {
    socket.removeAllListeners();
    socket.disconnect();
  };
}
