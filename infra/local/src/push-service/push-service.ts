import type { PushSubscriptionInput } from '@heartline/contracts';
import type { FastifyInstance } from 'fastify';
import { arrival } from '../pages/arrival.ts';
import { html } from '../pages/html.ts';
import { empty, type Places, page, sendPage, time } from '../pages/page.ts';
import { createPageServer, listen } from '../pages/server.ts';
import { type BrowserKeys, createBrowserKeys } from './browser-keys.ts';

/** A push as the browser would show it, decrypted with its key. */
export interface CaughtPush {
  at: number;
  /** The pretend device that received it. */
  device: string;
  payload: unknown;
  topic: string | undefined;
}

/** The answer of the stand-in to the next pushes of a device. */
export type Behaviour = 'take' | 'gone' | 'busy' | 'broken' | 'silent';

/** Stands in for the push services of browsers: makes subscriptions, checks signatures, decrypts what comes. */
export interface PushService {
  origin: string;
  /** A pretend device, subscribed for the site with this public key. */
  subscribe(publicKey: string, device: string): Promise<PushSubscriptionInput>;
  /** Newest first; those of one device when it is given. */
  pushes(device?: string): CaughtPush[];
  behave(device: string, behaviour: Behaviour): void;
  /** The next push to a device, or the newest one that is there; rejects after `withinMs`. */
  waitFor(device: string, withinMs?: number): Promise<CaughtPush>;
  clear(): void;
  stop(): Promise<void>;
}

const STORED = 1_000;

/** Starts the stand-in and its page. Port 0 takes a free one. */
export async function startPushService(options: { port?: number; places?: Places }): Promise<PushService> {
  const devices = new Map<string, string>();
  const behaviours = new Map<string, Behaviour>();
  let caught: CaughtPush[] = [];
  const keys = createBrowserKeys();
  const app = createPageServer();
  addNotify(app, {
    keys,
    deviceOf: (id) => devices.get(id),
    behaviourOf: (device) => behaviours.get(device) ?? 'take',
    keep: (push) => {
      caught = [push, ...caught].slice(0, STORED);
    },
  });
  const pushes = (device?: string) => (device ? caught.filter((push) => push.device === device) : caught);
  const clear = () => {
    caught = [];
  };
  addInbox(app, { pushes, clear, places: options.places });
  let origin = '';
  const subscribe = async (publicKey: string, device: string): Promise<PushSubscriptionInput> => {
    const subscription = await keys.subscribe(publicKey);
    devices.set(subscription.id, device);
    return { endpoint: `${origin}/notify/${subscription.id}`, keys: subscription.keys };
  };
  app.post<{ Body: { publicKey: string; device: string } }>('/api/subscribe', async ({ body }) =>
    subscribe(body.publicKey, body.device),
  );
  origin = await listen(app, options.port ?? 0);
  return {
    origin,
    subscribe,
    pushes,
    clear,
    behave: (device, behaviour) => void behaviours.set(device, behaviour),
    waitFor: (device, withinMs) => arrival(`push for ${device}`, () => pushes(device)[0], withinMs),
    stop: () => app.close(),
  };
}

interface NotifyDeps {
  keys: BrowserKeys;
  deviceOf(id: string): string | undefined;
  behaviourOf(device: string): Behaviour;
  keep(push: CaughtPush): void;
}

/** The address a subscription names: checks the sender, opens what was sealed, keeps it. */
function addNotify(app: FastifyInstance, { keys, deviceOf, behaviourOf, keep }: NotifyDeps): void {
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    async (_: unknown, body: Buffer) => body,
  );
  app.post<{ Params: { id: string }; Body: Buffer }>(
    '/notify/:id',
    async ({ params, headers, body }, reply) => {
      const device = deviceOf(params.id);
      const behaviour = device === undefined ? 'gone' : behaviourOf(device);
      if (device === undefined || behaviour === 'gone') return reply.code(410).send();
      if (behaviour === 'busy') return reply.code(429).header('retry-after', '1').send();
      if (behaviour === 'broken') return reply.code(500).send();
      if (behaviour === 'silent') return reply.hijack();
      try {
        const text = await keys.decrypt(params.id, headers, body);
        const topic = typeof headers['topic'] === 'string' ? headers['topic'] : undefined;
        keep({ at: Date.now(), device, payload: JSON.parse(text) as unknown, topic });
        return await reply.code(201).send();
      } catch (error) {
        return reply.code(400).send({ error: String(error) });
      }
    },
  );
}

/** `/` for people, `/api/pushes?device=` for programs. */
function addInbox(
  app: FastifyInstance,
  { pushes, clear, places }: Pick<PushService, 'pushes' | 'clear'> & { places: Places | undefined },
): void {
  app.get<{ Querystring: { device?: string } }>('/api/pushes', async ({ query }) => ({
    pushes: pushes(query.device),
  }));
  app.get('/', async (_request, reply) => sendPage(reply, inboxPage(pushes(), places)));
  app.post('/clear', async (_request, reply) => {
    clear();
    return reply.redirect('/', 303);
  });
}

function inboxPage(pushes: readonly CaughtPush[], places: Places | undefined): string {
  const rows = pushes.map((push) => {
    const { title, body, badge, url } = push.payload as Record<string, string | number | undefined>;
    return html`<div class="row"><div><h3>${title}</h3><p style="margin:0">${body}</p>
      <span class="quiet small">to ${push.device} · badge ${badge} · opens <code>${url}</code></span></div>
      <span class="quiet small num">${time(push.at)}</span></div>`;
  });
  const body = html`<div class="row"><h1>Push inbox</h1>
    ${pushes.length > 0 && html`<form method="post" action="/clear"><button>Clear</button></form>`}</div>
    <p class="quiet">What the locked phones of the demo accounts show. Each push came encrypted and signed and was opened with the key of a pretend device.</p>
    ${pushes.length > 0 ? html`<div class="rows">${rows}</div>` : empty('Nothing yet. Write to Mara while none of her windows has the focus; a few seconds later it arrives here.')}`;
  return page({ title: 'Push inbox', body, places, current: 'push', refreshSeconds: 5 });
}
