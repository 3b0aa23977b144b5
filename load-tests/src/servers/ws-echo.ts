import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { serve } from './serve.ts';

/** The baseline of gw-ack: a WebSocket echo without sessions. */
const http = createServer();
const server = new WebSocketServer({ server: http, perMessageDeflate: false });
server.on('connection', (socket) => socket.on('message', (data) => socket.send(data, { binary: false })));
serve(http);
