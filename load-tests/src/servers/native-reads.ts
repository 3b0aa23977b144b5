import { createServer } from 'node:http';
import { startCore } from '@heartline/testing';
import { givenOptions, serve } from './serve.ts';

/**
 * The baseline of inbox-read: the bare driver reads the documents of a list or page by the product's indexes. Node's
 * own server returns them unchanged, without session, rules, unread counts or cards.
 */
const { mongo, stop } = await startCore(givenOptions() as { mongoUrl: string; redisUrl: string });
const db = mongo.connection;
interface Row {
  _id: string;
  conversation: string;
  profile: string;
  from: string;
}
const of = (name: string) => db.collection<Row>(name);
const LIMIT = 500;
const PAGE = 30;

async function chats(member: string) {
  const sides = await of('inbox')
    .find({ _id: { $gte: `${member}:`, $lt: `${member};` } })
    .limit(LIMIT)
    .toArray();
  const [profiles, others] = await Promise.all([
    cards(sides.map(({ profile }) => profile)),
    of('inbox')
      .find({ _id: { $in: sides.map(({ profile, conversation }) => `${profile}:${conversation}`) } })
      .toArray(),
  ]);
  return { sides, profiles, others: others.length };
}

async function messages(member: string, conversation: string) {
  const side = await of('inbox').findOne({ _id: `${member}:${conversation}` });
  const lastSeq = (side as unknown as { lastSeq: number } | null)?.lastSeq ?? 0;
  const id = (n: number) => `${conversation}:${String(n).padStart(10, '0')}`;
  return of('messages')
    .find({ _id: { $gte: id(lastSeq - PAGE + 1), $lte: id(lastSeq) } })
    .toArray();
}

async function likes(member: string) {
  const [received, given] = await Promise.all([
    of('likes')
      .find({ _id: { $gte: `${member}:`, $lt: `${member};` } })
      .limit(2 * LIMIT)
      .toArray(),
    of('likes')
      .find({ from: member })
      .limit(2 * LIMIT)
      .toArray(),
  ]);
  return { received, given, profiles: await cards(received.map(({ from }) => from)) };
}

function cards(ids: readonly string[]) {
  return of('profiles')
    .find({ _id: { $in: [...ids] } })
    .toArray();
}

async function answer(url: URL): Promise<unknown> {
  const member = url.searchParams.get('member') ?? '';
  if (url.pathname === '/chats') return chats(member);
  if (url.pathname === '/likes') return likes(member);
  return messages(member, url.searchParams.get('conversation') ?? '');
}

serve(
  createServer((request, response) => {
    answer(new URL(request.url ?? '/', 'http://bench')).then(
      (body) => {
        const text = JSON.stringify(body);
        response.writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(text),
        });
        response.end(text);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }),
  stop,
);
