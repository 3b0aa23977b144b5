import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type Chat,
  conversationDelivered,
  conversationMarked,
  conversationRead,
  conversationReceive,
  conversationRemoved,
  getChats,
  getLikes,
  likeChanged,
  likeProfile,
  likeReceived,
  matchCreated,
  messageCreated,
  messageSend,
  type OutputOf,
  type PayloadOf,
  postMessage,
  postRead,
  removeChat,
  syncTicked,
  unlikeProfile,
} from '@heartline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectDevice,
  HttpClient,
  type LiveDevice,
  type Person,
  seeded,
  startWorld,
  until,
  type World,
} from '../../src/index.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ gateways: 2, workers: 1 });
});
afterAll(async () => {
  await world?.stop();
});

/** State of one device: the answers it fetched once, and every event since. */
interface Screen {
  chats: Chat[];
  likes: Pick<OutputOf<typeof getLikes>, 'liked_by' | 'given' | 'matches'>;
}

/** Returned when an event alone does not determine the next state. A client fetches then. */
const FETCH = Symbol('fetch');

interface Event {
  name: string;
  payload: unknown;
}

/**
 * A minimal client by the rules of `packages/contracts`. Unread at row n plus a visible row n + 1 gives the unread at
 * n + 1. Marks are absolute; unknown state is fetched.
 */
function applied(screen: Screen, event: Event): Screen | typeof FETCH {
  switch (event.name) {
    case messageCreated.name:
      return withMessage(written(screen, event.payload as PayloadOf<typeof messageCreated>), event.payload);
    case conversationMarked.name: {
      const marked = event.payload as PayloadOf<typeof conversationMarked>;
      return withChat(screen, marked.conversation, (chat) => {
        if (marked.readSeq < chat.readSeq) return chat;
        if (marked.lastSeq !== chat.lastSeq) return FETCH;
        return { ...chat, readSeq: marked.readSeq, num_unread_messages: marked.num_unread_messages };
      });
    }
    case conversationDelivered.name: {
      const { conversation, deliveredSeq } = event.payload as PayloadOf<typeof conversationDelivered>;
      const further = (chat: Chat) => ({ ...chat, deliveredSeq: Math.max(chat.deliveredSeq, deliveredSeq) });
      return withChat(screen, conversation, further);
    }
    case conversationRemoved.name: {
      const { conversation } = event.payload as PayloadOf<typeof conversationRemoved>;
      return { ...screen, chats: screen.chats.filter((chat) => chat.conversation.id !== conversation) };
    }
    default:
      return withLike(screen, event);
  }
}

function withChat(
  screen: Screen,
  conversation: string,
  change: (chat: Chat) => Chat | typeof FETCH,
): Screen | typeof FETCH {
  const chats = screen.chats.map((chat) => (chat.conversation.id === conversation ? change(chat) : chat));
  const known = chats.filter((chat) => chat !== FETCH);
  return known.length < chats.length ? FETCH : { ...screen, chats: known };
}

/** A match that one of the two wrote to is not new any more. */
function written(screen: Screen, { profile }: PayloadOf<typeof messageCreated>): Screen {
  const matches = screen.likes.matches.map(({ id, at, ...isNew }) =>
    id === profile ? { id, at } : { id, at, ...isNew },
  );
  return { ...screen, likes: { ...screen.likes, matches } };
}

function withMessage(screen: Screen, created: unknown): Screen | typeof FETCH {
  const { message, profile } = created as PayloadOf<typeof messageCreated>;
  if (!screen.chats.some((chat) => chat.conversation.id === message.conversation)) return FETCH;
  return withChat(screen, message.conversation, (chat) => {
    if (message.seq <= chat.lastSeq) return chat;
    if (message.seq > chat.lastSeq + 1) return FETCH;
    return {
      ...chat,
      lastSeq: message.seq,
      lastAt: message.at,
      preview: message.text,
      previewSender: message.sender,
      num_unread_messages: chat.num_unread_messages + (message.sender === profile ? 1 : 0),
    };
  });
}

function withLike(screen: Screen, { name, payload }: Event): Screen | typeof FETCH {
  const { likes } = screen;
  const without = <T extends { id: string }>(list: T[], id: string) => list.filter((one) => one.id !== id);
  if (name === likeReceived.name) {
    const { profile, at } = payload as PayloadOf<typeof likeReceived>;
    const liked_by = [{ id: profile.id, like_new: true, at }, ...without(likes.liked_by, profile.id)];
    return { ...screen, likes: { ...likes, liked_by } };
  }
  if (name === matchCreated.name) {
    const { profile, at, unwritten } = payload as PayloadOf<typeof matchCreated>;
    const match = { id: profile.id, at, ...(unwritten && { unwritten }) };
    const matches = [match, ...without(likes.matches, profile.id)];
    return { ...screen, likes: { ...likes, matches } };
  }
  if (name !== likeChanged.name) return screen;
  const { profile, given, received, isNew } = payload as PayloadOf<typeof likeChanged>;
  if (given && !likes.given.some(({ id }) => id === profile)) return FETCH;
  const storedRow = {
    given: given ? likes.given : without(likes.given, profile),
    liked_by: received
      ? likes.liked_by.map((one) => (one.id === profile ? { ...one, like_new: isNew } : one))
      : without(likes.liked_by, profile),
    matches: given && received ? likes.matches : without(likes.matches, profile),
  };
  return { ...screen, likes: storedRow };
}

async function fetched(http: HttpClient): Promise<Screen> {
  const [{ chats }, { liked_by, given, matches }] = await Promise.all([
    http.call(getChats, {}),
    http.call(getLikes, {}),
  ]);
  return { chats, likes: { liked_by, given, matches } };
}

/** The state in a fixed order and without the cards: no event here changes profiles. */
function comparable({ chats, likes }: Screen) {
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  return {
    chats: chats
      .map(({ conversation, profile, ...chat }) => ({ id: conversation.id, with: profile.id, ...chat }))
      .sort(byId),
    given: [...likes.given].sort(byId),
    liked_by: [...likes.liked_by].sort(byId),
    matches: [...likes.matches].sort(byId),
  };
}

interface Scene {
  mara: Person;
  others: Person[];
  /** Mara's second device, and one of each other member. */
  elsewhere: LiveDevice;
  devices: LiveDevice[];
}

/** One act of one of them, chosen by `random`. */
async function act({ mara, others, elsewhere, devices }: Scene, random: () => number): Promise<void> {
  const pick = Math.floor(random() * others.length);
  const [other, device] = [others[pick] as Person, devices[pick] as LiveDevice];
  const conversation = world.inside.core.messaging.conversationOf(mara.id, other.id);
  const seq = Math.floor(random() * 12);
  const input = (profile: string) => ({ clientId: randomUUID(), profile, text: `No. ${seq}`, credits: 1 });
  const deeds: (() => Promise<unknown>)[] = [
    () => elsewhere.send(messageSend, input(other.id)),
    () => device.send(messageSend, input(mara.id)),
    () => device.send(messageSend, input(mara.id)),
    () => other.http.call(postMessage, input(mara.id)),
    () => elsewhere.send(conversationRead, { conversation, seq }),
    () => mara.http.call(postRead, { conversation, seq: 1_000_000 }).catch(() => undefined),
    () => device.send(conversationRead, { conversation, seq }),
    () => device.send(conversationReceive, { conversation, seq }),
    () => mara.http.call(removeChat, { conversation }).catch(() => undefined),
    () => other.http.call(likeProfile, { profile: mara.id }),
    () => mara.http.call(likeProfile, { profile: other.id }),
    () => other.http.call(unlikeProfile, { profile: mara.id }),
  ];
  await deeds[Math.floor(random() * deeds.length)]?.();
}

const STEPS = 40;

const LIKERS = 30;
const DEVICES = 12;

describe('a device that connects while its member gets events', () => {
  it('receives every event after the version in its greeting', async () => {
    const [mara, ...likers] = await world.people({}, ...Array.from({ length: LIKERS }, () => ({})));
    const devices: LiveDevice[] = [];
    const comeIn = async () => {
      while (devices.length < DEVICES) devices.push(await mara.device());
    };
    await Promise.all([comeIn(), ...likers.map(({ http }) => http.call(likeProfile, { profile: mara.id }))]);
    // The very last event, which every device gets.
    const [last] = await world.people({});
    await last.http.call(likeProfile, { profile: mara.id });
    for (const device of devices) {
      const { version: greeted } = await device.wait(syncTicked);
      const end = await device.wait(likeReceived, ({ profile }) => profile.id === last.id);
      const notified = device.all(likeReceived).map(({ version }) => version.n);
      const expected = Array.from({ length: end.version.n - greeted.n }, (_, at) => greeted.n + 1 + at);
      expect(notified.filter((n) => n > greeted.n)).toEqual(expected);
      device.close();
    }
  });
});

describe('the greeting of a device', () => {
  it('names the last event that changed member or likes, and no other', async () => {
    const rich = { credits: 10, premium: true };
    const [mara, jonas] = await world.people(rich, rich);
    const hello = async () => {
      const device = await mara.device();
      const { version, changed } = await device.wait(syncTicked);
      device.close();
      return { n: version.n, ...changed };
    };
    const say = (from: Person, to: Person) =>
      from.http.call(postMessage, { clientId: randomUUID(), profile: to.id, text: 'Hello', credits: 1 });
    const { user, likes, n } = await hello();
    // A message is published before it is counted, so its number may arrive a moment after its answer.
    await say(jonas, mara);
    await expect.poll(hello).toEqual({ n: n + 1, user, likes });
    await say(mara, jonas);
    await expect.poll(async () => ({ ...(await hello()), n: 0 })).toEqual({ n: 0, user: n + 2, likes });
    await jonas.http.call(likeProfile, { profile: mara.id });
    const liked = await hello();
    expect(liked).toEqual({ n: liked.n, user: liked.user, likes: liked.n });
    expect(liked.n).toBeGreaterThan(liked.user);
  });
});

describe('the state of a device [M4]', () => {
  it.each([1, 2, 3])('equals a fresh snapshot after each of 40 steps (seed %i)', async (seed) => {
    const rich = { credits: 60, premium: true };
    const [mara, ...others] = await world.people(rich, rich, rich);
    const device = await mara.device();
    const second = new HttpClient(world.gateways[1] as World['gateways'][number]);
    second.cookies.set('__Host-session', mara.session);
    const elsewhere = await connectDevice(second);
    const devices = await Promise.all(others.map((other) => other.device()));
    const random = seeded(seed);
    let screen = await fetched(mara.http);
    let fetches = 0;
    const take = async () => {
      for (const event of device.received.splice(0)) {
        const next = applied(screen, event);
        if (next === FETCH) fetches += 1;
        screen = next === FETCH ? await fetched(mara.http) : next;
      }
      return screen;
    };
    for (let step = 0; step < STEPS; step += 1) {
      await act({ mara, others, elsewhere, devices }, random);
      // At once on an idle machine; 5 s are promised, the rest is for a busy one.
      await until(
        async () => ({ shown: comparable(await take()), fresh: comparable(await fetched(mara.http)) }),
        ({ shown, fresh }) => isDeepStrictEqual(shown, fresh),
        10_000,
        20,
      );
    }
    // Most steps arrived as events, not by fetching.
    expect(fetches).toBeLessThan(STEPS / 2);
    for (const one of [device, elsewhere, ...devices]) one.close();
  });

  it('and the invariants hold', async () => {
    expect(await world.violations()).toEqual([]);
  });
});
