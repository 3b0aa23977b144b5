import { openChannel } from '../client/storage.ts';

/** Sends messages to the other tabs of this browser. The sender does not receive them. */
export interface Tabs<T> {
  /** Does nothing after `close`: work that was under way then may still publish its outcome. */
  publish(message: T): void;
  subscribe(listener: (message: T) => void): () => void;
  close(): void;
}

/** Opens a channel between tabs. In a browser without channels, tabs learn of each other only from the server. */
export function openTabs<T>(name: string): Tabs<T> {
  const channel = openChannel(name);
  if (!channel) return { publish() {}, subscribe: () => () => {}, close() {} };
  let isClosed = false;
  return {
    publish(message) {
      if (!isClosed) channel.postMessage(message);
    },
    subscribe(listener) {
      const onMessage = (event: MessageEvent<T>) => listener(event.data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
    close() {
      isClosed = true;
      channel.close();
    },
  };
}
