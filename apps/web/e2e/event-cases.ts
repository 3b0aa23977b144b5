import { randomUUID } from 'node:crypto';
import {
  acceptChatPhoto,
  blockProfile,
  type CallContract,
  type ChatPhoto,
  getBlocked,
  getCases,
  getChatPhotos,
  getChats,
  getDiscountCode,
  getInvisible,
  getLikes,
  getMessages,
  getNotifications,
  getOpeners,
  getOwnProfile,
  getPackages,
  getPayment,
  getProfile,
  getRefund,
  getSpending,
  getStatement,
  getUser,
  likeProfile,
  muteChat,
  type OutputOf,
  postMessage,
  postRead,
  reactToMessage,
  removeChat,
  reportProfile,
  setInvisible,
  setOpeners,
  setReceipts,
  setSpending,
  startPayment,
  startRefund,
  unblockProfile,
  unlikeProfile,
  unsendMessage,
  updateLanguage,
  updateNotifications,
  updateProfile,
} from '@heartline/contracts';
import {
  drawPicture,
  type HttpClient,
  type MemberWish,
  type Person,
  Refused,
  until,
  type WorldWithStubs,
} from '@heartline/testing';
import type { QueryKey } from '@tanstack/react-query';
import { keys } from '../src/client/query.ts';
import type { DurableEvent } from '../src/live/apply/stale.ts';

/** Two who wrote to each other a little; what Mara's page shows is looked at. */
export interface Scene {
  world: WorldWithStubs;
  mara: Person;
  jonas: Person;
  conversation: string;
  /** Data that `before` creates for `deed`. */
  made: Map<string, string>;
}

/**
 * The cause of an event. Every durable event needs a line in {@link EVENT_CASES}, or the test names it:
 *
 * - `before` prepares the state before the page takes its snapshot.
 * - `deed` causes the event for Mara.
 * - {@link VIEWS} lists the answers that the page shows.
 * - `src/live/slices.ts` and `src/live/apply` apply the event; its contract says which lasting answers it leaves.
 *
 * The test then compares the page with fresh answers.
 */
export interface EventCase {
  mara?: MemberWish;
  jonas?: MemberWish;
  before?(scene: Scene): Promise<unknown>;
  deed(scene: Scene): Promise<unknown>;
}

export const EVENT_CASES: Partial<Record<DurableEvent['name'], EventCase>> = {
  'message:created': {
    async deed({ mara, jonas }) {
      await sendMessage(jonas, mara, 'From him');
      await sendMessage(mara, jonas, 'From her');
      await sendMessage(jonas, mara, 'And again');
    },
  },
  'message:gone': {
    before: ({ mara, jonas }) => sendMessage(mara, jonas, 'What do you mean?', { quote: 3 }),
    deed: ({ jonas, conversation }) => jonas.http.call(unsendMessage, { conversation, seq: 3 }),
  },
  'message:reacted': {
    before: ({ jonas, conversation }) =>
      jonas.http.call(reactToMessage, { conversation, seq: 2, emoji: '❤️' }),
    async deed({ mara, jonas, conversation }) {
      await jonas.http.call(reactToMessage, { conversation, seq: 2, emoji: null });
      await jonas.http.call(reactToMessage, { conversation, seq: 1, emoji: '😂' });
      await mara.http.call(reactToMessage, { conversation, seq: 1, emoji: '👍' });
    },
  },
  'receipts:changed': {
    before: ({ jonas, conversation }) => jonas.http.call(setReceipts, { conversation, on: true }),
    deed: ({ mara, conversation }) => mara.http.call(setReceipts, { conversation, on: true }),
  },
  'conversation:seen': {
    async before({ mara, jonas, conversation }) {
      for (const one of [mara, jonas]) await one.http.call(setReceipts, { conversation, on: true });
      // Received is told in passing, and not what this is about.
      await jonas.http.call(postRead, { conversation, seq: 2 });
    },
    deed: ({ jonas, conversation }) => jonas.http.call(postRead, { conversation, seq: 2, seen: 2 }),
  },
  'conversation:marked': {
    deed: ({ mara, conversation }) => mara.http.call(postRead, { conversation, seq: 2 }),
  },
  'conversation:muted': {
    deed: ({ mara, conversation }) => mara.http.call(muteChat, { conversation, on: true }),
  },
  'conversation:removed': {
    deed: ({ mara, conversation }) => mara.http.call(removeChat, { conversation }),
  },
  'photos:changed': {
    jonas: { credits: 10, premium: true },
    async before({ mara, jonas, made }) {
      const photo = await sendPhoto(jonas, mara);
      made.set('photo', photo);
    },
    deed: ({ mara, made }) =>
      mara.http.call(acceptChatPhoto, { photo: made.get('photo') ?? '', always: true }),
  },
  'credits:changed': {
    deed: ({ world, mara }) =>
      world.inside.core.credits.grant(mara.id, { key: 'gift', credits: 7, reason: 'signup' }),
  },
  'payment:changed': {
    before: (scene) => pay(scene),
    deed: ({ world, made }) => act(world, made, 'pay'),
  },
  'refund:changed': {
    async before(scene) {
      const { world, mara, made } = scene;
      await pay(scene);
      await act(world, made, 'pay');
      await act(world, made, 'refundWaits');
      // The pack of the payment is the newest, so its refund is the last offer.
      const paid = ({ offers }: OutputOf<typeof getRefund>) =>
        offers.find(({ payment }) => payment === made.get('payment'));
      const offer = paid(
        await until(
          () => mara.http.call(getRefund, {}),
          (answer) => paid(answer) !== undefined,
        ),
      );
      if (!offer) throw new Error('nothing to refund');
      const { payment, turn, credits, cents } = offer;
      await mara.http.call(startRefund, { payment, turn, credits, cents });
    },
    // The credits come back, which every list says; that money went shows in a word only.
    deed: ({ world, made }) => act(world, made, 'refundFails'),
  },
  'dispute:changed': {
    async before(scene) {
      await pay(scene);
      await act(scene.world, scene.made, 'pay');
    },
    deed: ({ world, made }) => act(world, made, 'disputed'),
  },
  'bonus:ended': {
    mara: { account: { createdAt: Date.now() - 60_000 }, premium: false },
    before: (scene) => pay(scene),
    deed: ({ world, made }) => act(world, made, 'pay'),
  },
  'like:received': {
    deed: ({ mara, jonas }) => jonas.http.call(likeProfile, { profile: mara.id }),
  },
  'like:changed': {
    before: ({ mara, jonas }) => jonas.http.call(likeProfile, { profile: mara.id }),
    deed: ({ mara, jonas }) => mara.http.call(getProfile, { id: jonas.id }),
  },
  'match:created': {
    before: ({ mara, jonas }) => mara.http.call(likeProfile, { profile: jonas.id }),
    deed: ({ mara, jonas }) => jonas.http.call(likeProfile, { profile: mara.id }),
  },
  'profile:hidden': {
    before: ({ mara, jonas }) => jonas.http.call(likeProfile, { profile: mara.id }),
    deed: ({ mara, jonas }) => mara.http.call(blockProfile, { profile: jonas.id }),
  },
  'profile:shown': {
    before: ({ mara, jonas }) => mara.http.call(blockProfile, { profile: jonas.id }),
    deed: ({ mara, jonas }) => mara.http.call(unblockProfile, { profile: jonas.id }),
  },
  'case:changed': {
    async before({ mara, jonas, made }) {
      const report = { clientId: randomUUID(), profile: jonas.id, reason: 'scam', note: '' } as const;
      const opened = await mara.http.call(reportProfile, { ...report, subject: { kind: 'profile' } });
      made.set('case', opened.case);
    },
    async deed({ world, made }) {
      const decision = { outcome: 'warning', reasons: 'It is clear.', operator: 'olga' } as const;
      await world.inside.core.safety.cases.decide(made.get('case') ?? '', decision);
    },
  },
  'own:changed': {
    async deed({ mara }) {
      const { http } = mara;
      await http.call(updateProfile, { about: 'Swims in every lake.', gender: 'female', sexuality: 'bi' });
      await addPhoto(http);
      await http.call(setInvisible, { invisible: true });
      await http.call(setOpeners, { takes_openers: false });
      await http.call(updateNotifications, { discreet_push: false });
      await http.call(setSpending, { limits: { day: 20, week: null, month: null }, pausedUntil: null });
      await http.call(updateLanguage, { language: 'nl' });
    },
  },
};

/** Events of the same name that come about otherwise. */
export const MORE_CASES: readonly [DurableEvent['name'], EventCase][] = [
  ['profile:hidden', { before: (scene) => like(scene), deed: (scene) => suspend(scene) }],
  [
    // Of a match that is older than a thousand other likes, given and received.
    'like:changed',
    {
      async before(scene) {
        const { world, mara, jonas } = scene;
        await like(scene);
        await mara.http.call(likeProfile, { profile: jonas.id });
        const at = Date.now() + 60_000;
        const rows = Array.from({ length: 1_000 }, (_, n) => n.toString(16).padStart(24, '0')).flatMap(
          (id) => [
            { _id: `${mara.id}:${id}`, to: mara.id, from: id, at, isNew: true },
            { _id: `${id}:${mara.id}`, to: id, from: mara.id, at, isNew: true },
          ],
        );
        await world.inside.mongo.connection.collection<{ _id: string }>('likes').insertMany(rows);
      },
      deed: ({ mara, jonas }) => mara.http.call(unlikeProfile, { profile: jonas.id }),
    },
  ],
  [
    'profile:shown',
    {
      async before(scene) {
        await like(scene);
        await suspend(scene);
      },
      async deed({ world, mara, jonas }) {
        await world.inside.core.accounts.restore(jonas.id);
        await listed(mara, 1);
      },
    },
  ],
];

const like = ({ mara, jonas }: Scene) => jonas.http.call(likeProfile, { profile: mara.id });

async function suspend({ world, mara, jonas }: Scene): Promise<void> {
  await world.inside.core.accounts.suspend(jonas.id);
  await listed(mara, 0);
}

/** Waits until no process remembers otherwise. */
async function listed({ http }: Person, many: number): Promise<void> {
  await until(
    async () => (await http.call(getChats, {})).chats.length,
    (length) => length === many,
  );
}

/** An answer a page of Mara may hold: its key in the cache, and the fresh answer. */
export interface View {
  key(scene: Scene): QueryKey;
  fetch(scene: Scene): Promise<unknown>;
}

export const VIEWS: readonly View[] = [
  { key: () => keys.user, fetch: ({ mara }) => mara.http.call(getUser, {}) },
  { key: () => keys.chats, fetch: ({ mara }) => mara.http.call(getChats, {}) },
  { key: () => keys.likes, fetch: ({ mara }) => mara.http.call(getLikes, {}) },
  {
    key: ({ conversation }) => keys.messages(conversation),
    fetch: ({ mara, conversation }) => answerOf(mara.http, getMessages, { conversation }),
  },
  {
    key: ({ made }) => keys.chatPhoto(made.get('photo') ?? ''),
    async fetch({ mara, made }) {
      const ids = made.get('photo');
      return ids ? ((await mara.http.call(getChatPhotos, { ids })).photos[0] ?? null) : null;
    },
  },
  { key: () => keys.statement, fetch: ({ mara }) => mara.http.call(getStatement, {}) },
  { key: () => keys.refund, fetch: ({ mara }) => mara.http.call(getRefund, {}) },
  { key: () => keys.spending, fetch: ({ mara }) => mara.http.call(getSpending, {}) },
  { key: () => keys.packages, fetch: ({ mara }) => mara.http.call(getPackages, {}) },
  { key: () => keys.timeBonus, fetch: ({ mara }) => mara.http.call(getDiscountCode, {}) },
  {
    key: () => keys.ownProfile,
    fetch: async ({ mara }) => (await mara.http.call(getOwnProfile, {})).profile,
  },
  { key: () => keys.notifications, fetch: ({ mara }) => mara.http.call(getNotifications, {}) },
  { key: () => keys.invisible, fetch: ({ mara }) => mara.http.call(getInvisible, {}) },
  { key: () => keys.openers, fetch: ({ mara }) => mara.http.call(getOpeners, {}) },
  { key: () => keys.cases, fetch: ({ mara }) => mara.http.call(getCases, {}) },
  { key: () => keys.blocked, fetch: ({ mara }) => mara.http.call(getBlocked, {}) },
  {
    key: ({ made }) => keys.payment(made.get('payment') ?? ''),
    fetch: async ({ mara, made }) =>
      made.has('payment') ? mara.http.call(getPayment, { id: made.get('payment') ?? '' }) : null,
  },
];

/** One writes to the other. */
export async function sendMessage(
  from: Person,
  to: Person,
  text: string,
  more: { quote?: number } = {},
): Promise<void> {
  await from.http.call(postMessage, { clientId: randomUUID(), profile: to.id, text, credits: 1, ...more });
}

/** One sends the other a photo, without a browser. */
async function sendPhoto(from: Person, to: Person, colour = '#336677'): Promise<string> {
  const bytes = await drawPicture(colour, { width: 640, height: 480 });
  const answer = await from.http.send('POST', `/api/chat-photo.php?key=${randomUUID()}`, bytes, {
    'content-type': 'image/jpeg',
  });
  const { id: photo } = answer.body as ChatPhoto;
  await from.http.call(postMessage, { clientId: randomUUID(), profile: to.id, text: '', photo, credits: 2 });
  return photo;
}

/** One more picture on a profile, without a browser. */
async function addPhoto(http: HttpClient): Promise<void> {
  const bytes = await drawPicture('#884422', { width: 640, height: 480 });
  const type = { 'content-type': 'image/jpeg' };
  const { status } = await http.send('POST', `/api/photo.php?key=${randomUUID()}`, bytes, type);
  if (status !== 200) throw new Error(`a photo was answered with ${status}`);
}

async function pay({ mara, made }: Scene): Promise<void> {
  const order = { key: randomUUID(), package: 'p1', method: 'creditcard' } as const;
  const { payment, redirect } = await mara.http.call(startPayment, order);
  made.set('payment', payment);
  made.set('provider', redirect?.slice(redirect.lastIndexOf('/') + 1) ?? '');
}

async function act(
  world: WorldWithStubs,
  made: Scene['made'],
  action: 'pay' | 'refundWaits' | 'refundFails' | 'disputed',
): Promise<void> {
  world.stubs.payments.act(made.get('provider') ?? '', action);
}

/** The answer, or the refusal as one. */
async function answerOf<C extends CallContract>(http: HttpClient, ...call: Parameters<typeof http.call<C>>) {
  try {
    return await http.call(...call);
  } catch (error) {
    if (error instanceof Refused) return { refused: error.error.code };
    throw error;
  }
}
