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

/** How long a line may take to come up before the desk says that it has none: an ordinary start says nothing. */
const PATIENCE_MS = 4_000;

/** The line on which the queue is told live; whether it stands, or may still come up. */
export function useDeskLive(): boolean {
  const [isConnected, setConnected] = useState(true);
  useEffect(() => {
    let close = () => {};
    let isOver = false;
    const patience = setTimeout(() => setConnected(false), PATIENCE_MS);
    const onConnection = (stands: boolean) => {
      clearTimeout(patience);
      setConnected(stands);
    };
    connect(onConnection).then(
      (end) => {
        if (isOver) end();
        else close = end;
      },
      // The code of the line could not be loaded: the queue is looked at without it.
      () => undefined,
    );
    return () => {
      isOver = true;
      clearTimeout(patience);
      close();
    };
  }, []);
  return isConnected;
}

/** A server that hung up or turned the line away is asked again after this. */
const AGAIN_MS = 1_000;

async function connect(onConnection: (isConnected: boolean) => void): Promise<() => void> {
  const { io } = await import('socket.io-client');
  const socket = io(OPERATORS_NAMESPACE, {
    transports: ['websocket'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
  });
  let again: ReturnType<typeof setTimeout> | undefined;
  const reconnectLater = () => {
    clearTimeout(again);
    // Socket.IO tries again by itself except after a refusal or when the server hung up.
    if (!socket.active) again = setTimeout(() => socket.connect(), AGAIN_MS);
  };
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
    reconnectLater();
  });
  socket.on('connect_error', () => {
    askWho();
    reconnectLater();
  });
  socket.on(sessionEnded.name, askWho);
  socket.on(queueChanged.name, (change: Change) => {
    fetchQueue();
    for (const listener of listeners) listener(change);
  });
  return () => {
    clearTimeout(again);
    socket.removeAllListeners();
    socket.disconnect();
  };
}
