import { OPERATORS_NAMESPACE, type PayloadOf, queueChanged, sessionEnded } from '@heartline/contracts';
import { useEffect, useState } from 'react';
import { queryClient } from '../../../client/query.ts';
import { operatorQuery, queueQuery } from './operator-queries.ts';

type Change = PayloadOf<typeof queueChanged>;
/** Without a change the connection is back, and anything may have changed. */
type Listener = (change?: Change) => void;

const listeners = new Set<Listener>();

/** Calls the listener when a conversation changed or may have. Returns a function that stops it. */
export function onQueueChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Minimum time in ms between two fetches of the queue, however many changes arrive. */
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

/** Time in ms for the first connection before the page says that it has none. */
const TIMEOUT_MS = 4_000;

/** Opens the socket for changes of the queue. Returns true while it is connected or may still connect. */
export function useInboxLive(): boolean {
  const [isConnected, setConnected] = useState(true);
  useEffect(() => {
    let close = () => {};
    let isOver = false;
    const timeout = setTimeout(() => setConnected(false), TIMEOUT_MS);
    const onConnection = (stands: boolean) => {
      clearTimeout(timeout);
      setConnected(stands);
    };
    connect(onConnection).then(
      (end) => {
        if (isOver) end();
        else close = end;
      },
      // The code of the socket could not be loaded, so only polling remains.
      () => undefined,
    );
    return () => {
      isOver = true;
      clearTimeout(timeout);
      close();
    };
  }, []);
  return isConnected;
}

/** Time in ms before connecting again after the server closed or refused the connection. */
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
    // Socket.IO reconnects by itself, except after a refusal or a close by the server.
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
    // The server closed the connection: it restarts, or this session ended.
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
