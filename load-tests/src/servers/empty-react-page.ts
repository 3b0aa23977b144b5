import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';

const ENTRY = 'empty-page';
const SCRIPT = `
  import { createElement, Fragment, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  function Page() {
    const [isLiked, setLiked] = useState(false);
    return createElement(Fragment, null,
      createElement('h1', null, 'Person, 36'),
      createElement('img', { src: '/picture', width: 320, height: 400, alt: '' }),
      createElement('button', { onClick: () => setLiked(!isLiked) }, isLiked ? 'Liked' : 'Like'));
  }
  createRoot(document.getElementById('root')).render(createElement(Page));
`;
const PAGE = `<!doctype html><meta name="viewport" content="width=device-width"><title>Empty</title>
<script type="module" src="/script.js"></script><div id="root"></div>`;

/** The baseline of a React page: only React, one picture and one button, built like the web app. */
export async function startEmptyReactPage(picture: Buffer): Promise<{ address: string; stop(): void }> {
  const script = brotliCompressSync(await built());
  const server = createServer(({ url }, response) => {
    if (url === '/picture') response.setHeader('content-type', 'image/jpeg').end(picture);
    else if (url === '/script.js') {
      response.setHeader('content-type', 'text/javascript').setHeader('content-encoding', 'br').end(script);
    } else response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function built(): Promise<string> {
  const entry: Plugin = {
    name: ENTRY,
    resolveId: (id) => (id === ENTRY ? new URL(`${ENTRY}.js`, import.meta.url).pathname : undefined),
    load: (id) => (id.endsWith(`/${ENTRY}.js`) ? SCRIPT : undefined),
  };
  const output = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry],
    build: { write: false, modulePreload: false, rolldownOptions: { input: ENTRY } },
  })) as Rolldown.RolldownOutput;
  return output.output[0].code;
}
