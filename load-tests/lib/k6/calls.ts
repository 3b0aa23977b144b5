import { sleep } from 'k6';
import http, { type RefinedResponse } from 'k6/http';
import type { Trend } from 'k6/metrics';
import { createClientIds } from '../client-id.ts';
import { ANSWER_MS } from '../member-outbox.ts';
import type { CallAction } from '../plan.ts';
import { answered, failed } from './answers.ts';
import { clock, counters, trends } from './metrics.ts';
import { world } from './settings.ts';
import type { Member } from './sign-in.ts';

/**
 * The HTTP actions of members. Each returns once it is done; its time counts from its start. k6 starts an action when
 * it is due, or leaves it out.
 */
export const calls: Record<CallAction, (member: Member, members: readonly Member[]) => void> = {
  list: (member) => void timed(trends.list, 'chats', () => get(member, world.names.chats)),
  open: (member) => openChat(member),
  search: (member) =>
    void timed(trends.search, 'search', () =>
      get(member, `${world.names.search}?min_age=${25 + Math.floor(Math.random() * 10)}&max_age=60`),
    ),
  like(member, members) {
    const someone = members[Math.floor(Math.random() * members.length)] as Member;
    if (someone.id === member.id) return;
    timed(trends.like, 'like', () => post(member, world.names.like, { profile: someone.id }));
  },
  buy: (member) => buyCredits(member),
};

/** The list and a page of the newest conversation: the requests of opening the chat. */
function openChat(member: Member): void {
  const startedAt = clock();
  const list = untilTaken(() => get(member, world.names.chats));
  if (!answered('chats', list)) return;
  const { chats = [] } = list.json() as unknown as { chats?: { conversation: { id: string } }[] };
  const [newest] = chats;
  if (!newest) return;
  const page = untilTaken(() =>
    get(member, `${world.names.messages}?conversation=${newest.conversation.id}`),
  );
  trends.open.add(clock() - startedAt);
  answered('messages', page);
}

/** Timeout for the credits of a payment to arrive. */
const PAID_MS = 10_000;
const makeKey = createClientIds();

/** Buys a credit pack through the payment stub and waits for the credits. */
function buyCredits(member: Member): void {
  if (!world.canPay) return;
  const startedAt = clock();
  const order = { key: makeKey(), package: 'p0', method: 'creditcard' };
  const started = timed(trends.buy, 'payment', () => post(member, world.names.payment, order));
  if (started.status !== 200) return;
  const { payment, redirect } = started.json() as unknown as { payment: string; redirect: string };
  http.post(
    redirect,
    { action: 'pay' },
    { redirects: 0, timeout: ANSWER_MS, tags: { name: 'the provider’s page' } },
  );
  for (const until = clock() + PAID_MS; ; sleep(0.2)) {
    const isOver = clock() >= until;
    const state = stateOf(member, payment);
    if (state === 'completed') return trends.purchase.add(clock() - startedAt);
    if (isOver) return void failed(`what was paid arrives, not still ${state || 'unanswered'} after 10 s`);
  }
}

/** State of a payment; '' if the gateway cannot answer now. */
function stateOf(member: Member, id: string): string {
  const response = get(member, `${world.names.payment}?id=${id}`);
  if (response.status !== 200) return '';
  const { payment } = response.json() as unknown as { payment?: { state: string } };
  return payment?.state ?? '';
}

/** Retries of a call that the gateway cannot take now, and the first wait in milliseconds. */
const AGAIN = { times: 5, ms: 300 };

/** Makes a timed call. Waits between retries count. */
function timed(trend: Trend, name: string, call: () => RefinedResponse<'text'>): RefinedResponse<'text'> {
  const startedAt = clock();
  const response = untilTaken(call);
  trend.add(clock() - startedAt);
  answered(name, response);
  return response;
}

/** Makes a call as the web app does: retries after “not now”. */
function untilTaken(call: () => RefinedResponse<'text'>): RefinedResponse<'text'> {
  let response = call();
  for (let turn = 0; response.status === 503 && turn < AGAIN.times; turn += 1) {
    counters.callsPutOff.add(1);
    sleep((AGAIN.ms * 2 ** turn) / 1_000);
    response = call();
  }
  return response;
}

function get(member: Member, path: string): RefinedResponse<'text'> {
  return http.get(urlOf(member, path), {
    headers: headersOf(member),
    jar: new http.CookieJar(),
    responseType: 'text',
    timeout: ANSWER_MS,
    tags: { name: path.split('?')[0] as string },
  });
}

function post(member: Member, path: string, body: object): RefinedResponse<'text'> {
  return http.post(urlOf(member, path), JSON.stringify(body), {
    headers: { ...headersOf(member), 'Content-Type': 'application/json' },
    jar: new http.CookieJar(),
    responseType: 'text',
    timeout: ANSWER_MS,
    tags: { name: path },
  });
}

/** Any live gateway may answer: calls are not sticky. */
function urlOf(member: Member, path: string): string {
  return member.origin + path;
}

function headersOf({ cookie, origin }: Member): Record<string, string> {
  return { Cookie: cookie, Origin: origin, 'Sec-Fetch-Site': 'same-origin' };
}
