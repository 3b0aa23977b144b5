import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

/** The used part of the driver's internal connection class. */
interface DriverConnection {
  readonly socket: Socket;
  cleanup(error: Error): void;
}

const ofMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));
const { Connection } = ofMongoose('mongodb/lib/cmap/connection.js') as {
  Connection: new (...given: never[]) => DriverConnection;
};

/**
 * A connection whose commands fail when it closes. The driver waits for `drain` of its socket, which never comes if the
 * socket closes meanwhile.
 *
 * - The command then hangs. If it was the monitor's, this process considers the server lost until a restart.
 * - No documented option helps: `timeoutMS` does not cover the monitor, and `socketTimeoutMS` only closes sockets.
 * - This relies on two internals of the driver: the path of its connection class and the option `connectionType`.
 *   The tests beside this file fail if an upgrade removes them.
 */
export class FailFastConnection extends Connection {
  override cleanup(error: Error): void {
    super.cleanup(error);
    // The woken command first checks whether the connection is closed.
    this.socket.emit('drain');
  }
}
