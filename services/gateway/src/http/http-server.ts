import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * One HTTP server for pages, calls and sockets. Sockets are attached before the application exists, because the use cases
 * publish through them. The application is set later with `answerWith`.
 */
export interface HttpServer {
  server: Server;
  /** Sets the listener of all requests except sockets. */
  answerWith(listener: RequestListener): Server;
  /**
   * Waits for the server to close. A connection whose answer ended in the moment of closing counted as busy, and would
   * stay until its keep-alive ends.
   */
  emptiedBy(closing: Promise<unknown>): Promise<void>;
}

/** Deadline for the headers of a request; browsers are faster. */
const HEADERS_MS = 10_000;
/** A picture over a slow network takes this long; whoever sends more slowly is cut off. */
const REQUEST_MS = 45_000;
/** A client that reads nothing of an answer for this long is gone or hostile. Sockets have their own bound. */
const UNREAD_MS = 60_000;
/** Interval in which a closing server ends connections whose last answer is complete. */
const REAP_MS = 100;

/** `unreadMs`: after how long a connection on which nothing moves while it is answered is cut off. */
export function createHttpServer({ unreadMs = UNREAD_MS } = {}): HttpServer {
  let answer: RequestListener = (_request, response) => {
    response.writeHead(503).end();
  };
  const server = createServer(
    // Node looks for requests that are late only every 30 s unless told otherwise.
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: 72_000,
      connectionsCheckingInterval: 5_000,
    },
    (request, response) => {
      // A time-out of the server's own would leave its timer with each connection, also with those that become sockets.
      request.socket.setTimeout(unreadMs);
      answer(request, response);
    },
  );
  return {
    server,
    answerWith(listener) {
      answer = listener;
      return server;
    },
    async emptiedBy(closing) {
      const reaping = setInterval(() => server.closeIdleConnections(), REAP_MS);
      await closing.finally(() => clearInterval(reaping));
    },
  };
}
