import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Html, html } from './html.ts';
import { STYLE } from './style.ts';

/** Addresses of the pages beside the product, which link to each other. */
export interface Places {
  devHub: string;
  mailbox: string;
  push: string;
  payments: string;
}

const MARK = new Html(
  '<svg viewBox="0 0 40 32" aria-hidden="true"><path d="M2 22.5C6 26.5 13 28 20 26C14.5 21.5 9 17.4 9 11.6C9 7.6 12 4.8 15.3 4.8C17.8 4.8 19.4 6.4 20 8.8C20.6 6.4 22.2 4.8 24.7 4.8C28 4.8 31 7.6 31 11.6C31 17.4 25.5 21.5 20 26C27 28 34 26.5 38 22.5"/></svg>',
);
const LINE = new Html(
  '<svg viewBox="0 0 120 60" aria-hidden="true"><path d="M4 44c22 6 30-28 50-28s14 26 30 26 16-14 32-14"/></svg>',
);

/** One whole page. `places` draws the way to the others; a page outside people meet without it. */
export function page(options: {
  title: string;
  body: Html;
  places?: Places | undefined;
  current?: PageName;
  refreshSeconds?: number;
}): string {
  const { title, body, places, current, refreshSeconds } = options;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(STYLE)}</style>
</head>
<body>
${bar(places, current)}
<main>${body}</main>
</body>
</html>`.text;
}

/** The pages, by name. Jobs, landers and load runs belong to the hub. */
const PAGES = {
  devHub: { called: 'Start', at: ({ devHub }: Places) => devHub },
  mailbox: { called: 'Mailbox', at: ({ mailbox }: Places) => mailbox },
  push: { called: 'Push inbox', at: ({ push }: Places) => push },
  payments: { called: 'Payments', at: ({ payments }: Places) => payments },
  jobs: { called: 'Jobs', at: ({ devHub }: Places) => `${devHub}/queues` },
  landers: { called: 'Landers', at: ({ devHub }: Places) => `${devHub}/landers` },
  load: { called: 'Load runs', at: ({ devHub }: Places) => `${devHub}/load/` },
} as const;

/** Names of the pages beside the product. */
export type PageName = keyof typeof PAGES;

/** The bar on top of each page, with the way to the others. */
export function bar(places: Places | undefined, current: PageName | undefined): Html {
  return html`<header class="bar">
<a class="mark" href="${places?.devHub ?? '#'}">${MARK} ${places ? 'Heartline hub' : 'Heartline'}</a>
${places && nav(places, current)}
</header>`;
}

function nav(places: Places, current: PageName | undefined): Html {
  const links = (Object.keys(PAGES) as PageName[]).map((name) => {
    const { called, at } = PAGES[name];
    return html`<a href="${at(places)}"${name === current && html` aria-current="page"`}>${called}</a>`;
  });
  return html`<nav>${links}</nav>`;
}

/** The empty state of a list. */
export function empty(sentence: string): Html {
  return html`<div class="empty"><div class="drawing">${LINE}</div><p style="margin:16px auto 0">${sentence}</p></div>`;
}

/** Sends a page, which may load nothing from elsewhere. */
export function sendPage(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'",
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(text);
}

const FONTS: Readonly<Record<string, string>> = {
  'figtree.woff2': 'figtree/files/figtree-latin-wght-normal.woff2',
  'figtree-ext.woff2': 'figtree/files/figtree-latin-ext-wght-normal.woff2',
  'fraunces.woff2': 'fraunces/files/fraunces-latin-soft-normal.woff2',
  'fraunces-ext.woff2': 'fraunces/files/fraunces-latin-ext-soft-normal.woff2',
};

/** Serves the two faces of the product, Polish letters in files of their own; without them the system’s stand in. */
export function addFonts(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>('/fonts/:name', async ({ params }, reply) => {
    const path = FONTS[params.name];
    const file = new URL(`../../../../node_modules/@fontsource-variable/${path}`, import.meta.url);
    const font = path ? await readFile(file).catch(() => undefined) : undefined;
    if (!font) return reply.code(404).send();
    return reply.header('cache-control', 'max-age=86400').type('font/woff2').send(font);
  });
}

/** A moment as people read it. */
export function time(at: number): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
}
