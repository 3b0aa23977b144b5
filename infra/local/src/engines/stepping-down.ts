import { connect, createServer, type Socket } from 'node:net';
import { mongo } from 'mongoose';

const { BSON } = mongo;

/** A MongoDB whose primary steps down, or whose answers are lost: what stands between it and its clients does that. */
export interface SteppingDown {
  url: string;
  /**
   * The next `count` writes meet a primary that steps down:
   *
   * - `refused`: before the write, so nothing was written.
   * - `interrupted`: during the write, so the outcome is unknown.
   * - `cut`: after the write; the connection breaks without an answer.
   */
  stepDown(how: 'refused' | 'interrupted' | 'cut', count: number): void;
  /** Number of writes that met it so far. */
  refusals(): number;
  stop(): Promise<void>;
}

const WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'findAndModify']);
const OP_MSG = 2_013;
const HEADER = 16;

const ANSWERS = {
  refused: { ok: 0, code: 10_107, codeName: 'NotWritablePrimary', errmsg: 'not primary' },
  interrupted: {
    ok: 0,
    code: 11_602,
    codeName: 'InterruptedDueToReplStateChange',
    errmsg: 'operation was interrupted',
  },
} as const;

/** Stands in front of the engine at `url`. Short: whole messages only, without compression or TLS. */
export async function startSteppingDown(url: string): Promise<SteppingDown> {
  const { hostname, port, pathname } = new URL(url);
  const sockets = new Set<Socket>();
  let how: keyof typeof ANSWERS | 'cut' = 'refused';
  let left = 0;
  let reported = 0;

  const server = createServer((client) => {
    const engine = connect(Number(port), hostname);
    /** Writes the engine is asked for, whose answers the client is not to see. */
    const hidden = new Set<number>();
    const send = (request: number) =>
      how === 'cut' ? client.destroy() : client.write(messageOf(ANSWERS[how], request));
    client.on(
      'data',
      framed((message) => {
        const request = message.readInt32LE(4);
        if (left === 0 || !WRITES.has(commandOf(message))) return engine.write(message);
        left -= 1;
        reported += 1;
        if (how === 'refused') return send(request);
        hidden.add(request);
        return engine.write(message);
      }),
    );
    engine.on(
      'data',
      framed((message) => {
        const request = message.readInt32LE(8);
        return hidden.delete(request) ? send(request) : client.write(message);
      }),
    );
    endTogether(client, engine, sockets);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address() as { port: number };
  return {
    url: `mongodb://127.0.0.1:${address.port}${pathname}`,
    stepDown(kind, count) {
      how = kind;
      left = count;
    },
    refusals: () => reported,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Each of two sockets ends with the other; both stand in `open` as long as they are. */
function endTogether(client: Socket, engine: Socket, open: Set<Socket>): void {
  for (const [one, other] of [
    [client, engine],
    [engine, client],
  ] as const) {
    open.add(one);
    one.on('error', () => other.destroy());
    one.on('close', () => {
      other.destroy();
      open.delete(one);
    });
  }
}

/** Gives whole messages on, each as one buffer: the first four bytes of a message say how long it is. */
function framed(take: (message: Buffer) => unknown): (data: Buffer) => void {
  let waiting: Buffer = Buffer.alloc(0);
  return (data) => {
    waiting = waiting.length === 0 ? data : Buffer.concat([waiting, data]);
    while (waiting.length >= HEADER && waiting.length >= waiting.readInt32LE(0)) {
      const length = waiting.readInt32LE(0);
      take(waiting.subarray(0, length));
      waiting = waiting.subarray(length);
    }
  };
}

/** Name of a command: the first field of the message's body, which comes first, after flags and a zero. */
function commandOf(message: Buffer): string {
  if (message.readInt32LE(12) !== OP_MSG) return '';
  // Length of the document, then the type of its first field, then its name.
  const name = HEADER + 4 + 1 + 4 + 1;
  return message.toString('latin1', name, message.indexOf(0, name));
}

function messageOf(body: object, request: number): Buffer {
  const document = BSON.serialize(body);
  const message = Buffer.alloc(HEADER + 5 + document.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(request, 8);
  message.writeInt32LE(OP_MSG, 12);
  message.set(document, HEADER + 5);
  return message;
}
