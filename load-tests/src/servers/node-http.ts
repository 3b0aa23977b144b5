import { createServer } from 'node:http';
import { USER } from './http-bodies.ts';
import { serve } from './serve.ts';

/** The baseline of http-core: Node's own server with the same bodies and no checks. */
const user = { user: USER };
serve(
  createServer((request, response) => {
    const answer = (body: unknown) => {
      const text = JSON.stringify(body);
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    };
    if (request.method === 'GET') return answer(user);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(JSON.parse(Buffer.concat(chunks).toString())));
  }),
);
