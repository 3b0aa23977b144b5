import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { serve } from './serve.ts';

/** The baseline of gw-fanout: sends each message on `/send/<room>` to every socket on `/<room>`, one `send` each. */
const rooms = new Map<string, Set<WebSocket>>();
const http = createServer();
const server = new WebSocketServer({ server: http, perMessageDeflate: false });
server.on('connection', (socket, request) => {
  const path = request.url ?? '/';
  if (path.startsWith('/send/')) {
    const room = `/${path.slice('/send/'.length)}`;
    socket.on('message', (data) => {
      for (const receiver of rooms.get(room) ?? []) receiver.send(data, { binary: false });
    });
    return;
  }
  const room = rooms.get(path) ?? new Set();
  rooms.set(path, room.add(socket));
  socket.on('close', () => room.delete(socket));
});
serve(http);
