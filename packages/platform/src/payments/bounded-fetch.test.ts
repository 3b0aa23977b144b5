import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { ProviderUnavailable } from '../ports.ts';
import { asFetch, createBoundedFetch, readJson } from './bounded-fetch.ts';

const KEY = 'sk_secret_4711';
const headers = { authorization: `Bearer ${KEY}` };
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An address at which nothing listens any more. */
async function closed(): Promise<string> {
  const url = await serve(() => undefined);
  await new Promise((resolve) => {
    servers.pop()?.close(resolve);
  });
  return url;
}

const to = (standIn: string, deadlineMs = 4_000) =>
  createBoundedFetch({ account: 'main', origins: ['https://api.example.com'], standIn, deadlineMs });

/** The error of a request that carries a key and a body. */
async function failureOf(url: string, deadlineMs?: number): Promise<Error> {
  const outcome = await to(url, deadlineMs)(`${url}/v1`, {
    method: 'POST',
    headers,
    body: 'iban=NL00',
  }).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(ProviderUnavailable);
  const error = outcome as Error;
  expect(JSON.stringify([error.message, error.cause])).not.toMatch(/4711|NL00|127\.0\.0\.1/);
  return error;
}

describe('bounded fetch', () => {
  it('returns status, headers and body of an answer, also of a refusal', async () => {
    const url = await serve((request, response) => {
      response.writeHead(422, { 'x-kind': String(request.headers.authorization) }).end('{"error":"amount"}');
    });
    const answer = await to(url)(`${url}/v1`, { headers });
    expect(answer).toMatchObject({ status: 422, text: '{"error":"amount"}' });
    expect(answer.headers.get('x-kind')).toBe(`Bearer ${KEY}`);
    expect(readJson('main', answer)).toEqual({ error: 'amount' });
  });

  it('stops waiting when the headers do not come in time', async () => {
    const url = await serve(() => undefined);
    expect((await failureOf(url, 100)).message).toBe('payment account main: no answer within 100 ms');
  });

  it('stops waiting when the body trickles past the deadline', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200);
      const drops = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drops));
    });
    expect((await failureOf(url, 150)).message).toContain('no answer within 150 ms');
  });

  it('refuses a body over 256 KiB and stops reading it', async () => {
    let sent = 0;
    const url = await serve((_request, response) => {
      const chunk = Buffer.alloc(65_536, 'x');
      const more = () => {
        while (sent < 10_485_760 && !response.destroyed) {
          sent += chunk.byteLength;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        return response.end();
      };
      more();
    });
    expect((await failureOf(url)).message).toContain('answer larger than 256 KiB');
    expect(sent).toBeLessThan(10_485_760);
  });

  it('counts the bytes of a compressed body after decompression', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_048_576)));
    });
    expect((await failureOf(url)).message).toContain('answer larger than 256 KiB');
  });

  it('accepts a body of exactly 256 KiB', async () => {
    const url = await serve((_request, response) => response.end('x'.repeat(262_144)));
    expect((await to(url)(url)).text).toHaveLength(262_144);
  });

  it('follows no redirect, so the key reaches no other host', async () => {
    const reached: string[] = [];
    const elsewhere = await serve((request, response) => {
      reached.push(String(request.headers.authorization));
      response.end('{}');
    });
    const url = await serve((_request, response) => response.writeHead(302, { location: elsewhere }).end());
    expect((await failureOf(url)).message).toBe('payment account main: redirect refused');
    expect(reached).toEqual([]);
  });

  it('reports a connection that is reset, or that nothing accepts', async () => {
    const url = await serve((request) => request.socket.resetAndDestroy());
    expect((await failureOf(url)).message).toContain('no connection');
    expect((await failureOf(await closed())).message).toContain('no connection (ECONNREFUSED)');
  });

  it('reports a connection that ends within the body', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"id":');
      setTimeout(() => response.destroy(), 50);
    });
    expect((await failureOf(url)).message).toContain('no connection');
  });

  it('sends nothing to a host that is not the provider’s', async () => {
    const url = await serve((_request, response) => response.end('{}'));
    const real = createBoundedFetch({ account: 'main', origins: ['https://api.example.com'] });
    for (const address of [url, 'http://api.example.com/', 'https://api.example.com.evil.example/', 'none'])
      await expect(real(address), address).rejects.toThrow('payment account main: address of another host');
    await expect(to(url)('https://api.example.com/')).rejects.toThrow('address of another host');
  });

  it('takes a stand-in of this machine only', () => {
    for (const standIn of [
      'http://10.0.0.1',
      'https://localhost.evil.example',
      'https://127.evil.example',
      'none',
    ])
      expect(() => to(standIn), standIn).toThrow('its url must be at localhost or 127.0.0.1');
    expect(() => to('http://localhost:3005')).not.toThrow();
  });

  it('keeps a malformed key out of the error', async () => {
    const url = await serve((_request, response) => response.end('{}'));
    const failure = await to(url)(url, { headers: { authorization: 'Bearer 4711\nx' } }).catch(String);
    expect(failure).toBe('ProviderUnavailable: payment account main: no connection');
  });

  it('says nothing of a body that is not JSON', () => {
    const answer = { status: 200, headers: new Headers(), text: '<html>4711</html>' };
    expect(() => readJson('main', answer)).toThrow('payment account main: answer 200 is not JSON');
  });
});

describe('bounded fetch in the shape of fetch', () => {
  it('sends method, headers and body, and returns a response', async () => {
    const url = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => response.end(JSON.stringify([request.method, request.headers['x-a'], body])));
    });
    const response = await asFetch(to(url))(new URL(url), {
      method: 'POST',
      headers: { 'X-A': 'b' },
      body: 'c=d',
    });
    expect(await response.json()).toEqual(['POST', 'b', 'c=d']);
    const empty = await serve((_request, response) => response.writeHead(204).end());
    expect((await asFetch(to(empty))(empty)).status).toBe(204);
  });

  it('rejects with ProviderUnavailable as the plain one does', async () => {
    const url = await serve((_request, response) => response.writeHead(302, { location: '/' }).end());
    await expect(asFetch(to(url))(url)).rejects.toBeInstanceOf(ProviderUnavailable);
  });
});
