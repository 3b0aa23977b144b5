import type { Message } from '@heartline/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import type { Messages } from '../../live/apply/messages.ts';
import { RECEIPTS_OFF } from '../../live/apply/signs.ts';
import { writeEvent } from '../../live/slices.ts';
import { loadNewer, loadOlder } from './history.ts';

const conversation = 'c'.repeat(24);
const LAST = 5_000;

const rows = (from: number, to: number): Message[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    conversation,
    seq: from + index,
    sender: 'b'.repeat(24),
    clientId: `k${from + index}`,
    kind: 'text',
    text: 'x',
    at: from + index,
  }));

const held = (from: number, to: number, hasNewer = to < LAST): Messages => ({
  messages: rows(from, to),
  lastSeq: LAST,
  hasOlder: from > 1,
  readSeq: 0,
  deliveredSeq: 0,
  receipts: RECEIPTS_OFF,
  seenSeq: 0,
  ...(hasNewer && { hasNewer }),
});

const endNow = () => queryClient.getQueryData<Messages>(keys.messages(conversation));
const partNow = () => queryClient.getQueryData<Messages>(keys.messagePart(conversation));
const show = (part: Messages) => queryClient.setQueryData(keys.messagePart(conversation), part);
const seqs = (messages: Messages | undefined) => messages?.messages.map(({ seq }) => seq);

/** Holds the server's answer back until `answer` is called. */
function asked(): { address: Promise<URL>; answer: (page: Messages) => void } {
  const coming = Promise.withResolvers<Response>();
  const asking = Promise.withResolvers<URL>();
  vi.stubGlobal('fetch', (address: string) => {
    asking.resolve(new URL(address, 'http://localhost'));
    return coming.promise;
  });
  return {
    address: asking.promise,
    answer: (page) => coming.resolve(Response.json({ ...page, version: null })),
  };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  queryClient.setQueryData(keys.messages(conversation), held(4_951, LAST));
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

it('drops an older page that arrives after the reader jumped away', async () => {
  const question = asked();
  const loading = loadOlder(conversation);
  await question.address;
  show(held(1_000, 1_049));
  question.answer(held(4_901, 4_950));
  await loading;
  expect(seqs(partNow())).toEqual(seqs(held(1_000, 1_049)));
  expect(seqs(endNow())).toEqual(seqs(held(4_951, LAST)));
});

it.each([{ to: 3_000 }, { to: 200 }])(
  'drops a newer page that arrives after the reader jumped to another part, $to',
  async ({ to }) => {
    show(held(1_000, 1_049));
    const question = asked();
    const loading = loadNewer(conversation);
    await question.address;
    show(held(to, to + 49));
    question.answer(held(1_050, 1_099));
    await loading;
    expect(seqs(partNow())).toEqual(seqs(held(to, to + 49)));
    expect(seqs(endNow())).toEqual(seqs(held(4_951, LAST)));
  },
);

it('skips pages that hold only voided places', async () => {
  const before: (string | null)[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://localhost');
    before.push(searchParams.get('before'));
    const page = before.length < 3 ? { ...held(1, 1), messages: [], hasOlder: true } : held(4_801, 4_850);
    return Response.json({ ...page, version: null });
  });
  await loadOlder(conversation);
  expect(before).toEqual(['4951', '4901', '4851']);
  expect(seqs(endNow())?.slice(0, 51)).toEqual([...(seqs(held(4_801, 4_850)) ?? []), 4_951]);
});

it('shows a row once that a page brought before its event', async () => {
  const short = (from: number, to: number, lastSeq: number): Messages => ({ ...held(from, to), lastSeq });
  queryClient.setQueryData(keys.messages(conversation), short(91, 100, 100));
  show({ ...short(30, 79, 100), hasNewer: true });
  const { answer } = asked();
  const loading = loadNewer(conversation);
  answer(short(80, 101, 101));
  await loading;
  const [message] = rows(101, 101);
  const version = { epoch: 'e', n: 1 };
  writeEvent(queryClient, {
    name: 'message:created',
    payload: { message, profile: 'b'.repeat(24), version },
  } as never);
  expect(seqs(endNow())?.filter((seq) => seq === 101)).toEqual([101]);
});
