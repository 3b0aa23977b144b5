import type { EventEmitter } from 'node:events';

/** A connection to one Redis, as its client has it. */
interface Connection extends EventEmitter {
  readonly isReady: boolean;
  ping(): Promise<unknown>;
  destroy(): void;
  connect(): Promise<unknown>;
}

const SECOND_MS = 1_000;
/** Seconds without a word after which a connection is asked whether it still leads anywhere. */
const ASK_AT = 5;
/** And after which nobody is there. */
const GIVE_UP_AT = 15;

/**
 * Makes a connection anew whose other end vanished without a word, as a machine does that lost its power: what is
 * written to it is kept and sent again by the kernel for a quarter of an hour before anybody hears of it. The client's own
 * timeout counts what it writes as a sign of life.
 */
export function keepWatch(client: Connection): void {
  let watch: NodeJS.Timeout | undefined;
  const stop = () => clearInterval(watch);
  const begin = () => {
    stop();
    let silent = 0;
    const answered = () => (silent = 0);
    // Counted by the second: one in which this process itself was held up counts once, however long it was.
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
  client.emit('error', new Error(`no answer for ${GIVE_UP_AT - ASK_AT} s, connecting anew`));
  client.destroy();
  client.emit('reconnecting');
  // Fails only when it is closed meanwhile.
  client.connect().catch(() => undefined);
}
