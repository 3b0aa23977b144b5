import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

/** What is used of the driver's own class of a connection. */
interface DriverConnection {
  readonly socket: Socket;
  cleanup(error: Error): void;
}

const ofMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));
const { Connection } = ofMongoose('mongodb/lib/cmap/connection.js') as {
  Connection: new (...given: never[]) => DriverConnection;
};

/**
 * A connection whose commands end when it ends. The driver waits for its socket to drain, and nobody wakes it when the
 * socket is cut off meanwhile: the command never comes back, and where it was the one that watches the server, this
 * process takes the server for lost until it is started again.
 *
 * Nothing documented mends that: `timeoutMS` ends an operation's wait but not the watcher's, and `socketTimeoutMS` does
 * no more than cut sockets off. So this leans on two things the driver calls internal, the file its class is in and the
 * option `connectionType`. Their loss in an upgrade fails the tests beside this.
 */
export class SureConnection extends Connection {
  override cleanup(error: Error): void {
    super.cleanup(error);
    // Who is woken looks first whether the connection still stands.
    this.socket.emit('drain');
  }
}
