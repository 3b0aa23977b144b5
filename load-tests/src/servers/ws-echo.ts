import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { serve } from './serve.ts';

/** The floor under gw-ack: a WebSocket that gives back what it was given, and knows nobody. */
const http = createServer();
const server = new WebSocketServer({ server: http, perMessageDeflate: false });
server.on('connection', (socket) => socket.on('message', (data) => socket.send(data, { binary: false })));
serve(http);
