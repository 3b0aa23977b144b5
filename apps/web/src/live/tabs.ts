import { openChannel } from '../client/storage.ts';

/** Tells the other tabs of this browser. What is said goes to every tab but the one that says it. */
export interface Tabs<T> {
  publish(message: T): void;
  subscribe(listener: (message: T) => void): () => void;
  close(): void;
}

/** Opens a channel between tabs. A browser without channels has tabs that learn of each other from the server only. */
export function openTabs<T>(name: string): Tabs<T> {
  const channel = openChannel(name);
  if (!channel) return { publish() {}, subscribe: () => () => {}, close() {} };
  return {
    publish: (message) => channel.postMessage(message),
    subscribe(listener) {
      const onMessage = (event: MessageEvent<T>) => listener(event.data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
    close: () => channel.close(),
  };
}
