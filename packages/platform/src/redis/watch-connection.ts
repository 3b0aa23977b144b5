import type { EventEmitter } from 'node:events';

/** The used part of a client's connection to one Redis. */
interface Connection extends EventEmitter {
  readonly isReady: boolean;
  ping(): Promise<unknown>;
  destroy(): void;
  connect(): Promise<unknown>;
}

const SECOND_MS = 1_000;
/** Seconds of silence before a ping. */
const ASK_AT = 5;
/** Seconds of silence before a reconnect. */
const GIVE_UP_AT = 15;

/**
 * Reconnects when the other end vanished silently, for example by a power failure. The kernel would retransmit for a
 * quarter of an hour before it reports the loss. The client's own timeout counts its own writes as activity.
 */
export function watchConnection(client: Connection): void {
  let watch: NodeJS.Timeout | undefined;
  const stop = () => clearInterval(watch);
  const begin = () => {
    stop();
    let silent = 0;
    const answered = () => (silent = 0);
    // Counts timer ticks, so a long pause of this process counts as one second.
    watch = setInterval(() => {
      silent += 1;
      if (silent === ASK_AT) client.ping().then(answered, answered);
      if (silent === GIVE_UP_AT) connectAnew(client);
    }, SECOND_MS).unref();
  };
  client.on('ready', begin);
  client.on('reconnecting', stop);
  client.on('end', stop);
  if (client.isReady) begin();
}

function connectAnew(client: Connection): void {
  client.emit('error', new Error(`no answer for ${GIVE_UP_AT - ASK_AT} s: reconnecting`));
  client.destroy();
  client.emit('reconnecting');
  // Rejects only if the connection is closed meanwhile.
  client.connect().catch(() => undefined);
}
