import type { Server } from 'socket.io';

/** A connection below Socket.IO, as far as its frames are concerned. */
interface Connection {
  write(data: unknown, options?: object, done?: () => void): unknown;
}

/** One unmasked text frame, header and all (RFC 6455, 5.2), so that it leaves in one write. */
export function webSocketFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = 0x81;
  if (headerLength === 2) {
    frame[1] = length;
  } else if (headerLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerLength);
  return frame;
}

/** Writes a packet as the frame that was made of it; `packet` includes the Engine.IO `4` of a message. */
export function writeFrame(connection: unknown, packet: string, frame: Buffer): void {
  // The engine puts the `4` before what it is given; the frame has it already.
  const options = { compress: false, wsPreEncodedFrame: [frame] };
  (connection as Connection).write(packet.slice(1), options);
}

/**
 * Makes each answer of a server leave in one buffer. Otherwise header and text go to the kernel as two pieces, which
 * cost more than all else an acknowledgement takes.
 */
export function packFrames(io: Server): void {
  io.engine.on('connection', (connection: Connection) => {
    const write = connection.write.bind(connection);
    connection.write = (data, options, done) =>
      typeof data !== 'string' || (options && 'wsPreEncodedFrame' in options)
        ? write(data, options, done)
        : write(data, { ...options, wsPreEncodedFrame: [webSocketFrame(`4${data}`)] }, done);
  });
}
