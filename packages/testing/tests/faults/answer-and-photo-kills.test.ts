import { randomUUID } from 'node:crypto';
import {
  type ChatPhoto,
  getChats,
  getOperatorMessages,
  getOwnProfile,
  getUser,
  LEASE_MS,
  messageCreated,
  OPERATORS_NAMESPACE,
  type OwnPictures,
  ownChanged,
  postAnswer,
  postMessage,
  postRead,
  queueChanged,
  recallChatPhoto,
  removePhoto,
  sweepPhotos,
  takeLease,
  unsendMessage,
} from '@heartline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addOperator,
  connectDevice,
  diesAt,
  drawPicture,
  type HttpClient,
  historyOf,
  OPERATOR_COOKIE,
  openOperatorInbox,
  outcomeOf,
  type Person,
  startWorld,
  until,
  untilFrozen,
  type World,
} from '../../src/index.ts';

let world: World;
let aheadMs = 0;

beforeAll(async () => {
  world = await startWorld({ gateways: 2, workers: 1 });
});
afterAll(async () => {
  await world?.stop();
});

/** The first gateway dies at a failpoint of the work. The second one continues. */
const killedAt = (failpoint: string, work: () => Promise<unknown>) =>
  diesAt(world.gateways[0], failpoint, work);

/** Moves the clock of every service forward. */
function pass(ms: number): Promise<void> {
  aheadMs += ms;
  return world.shiftClock(aheadMs);
}

describe('a gateway is killed while an operator answers', () => {
  let ana: [here: HttpClient, elsewhere: HttpClient];
  let ben: HttpClient;

  beforeAll(async () => {
    const cookie = await addOperator(world.inside.mongo, 'ana');
    ana = [operatorClient(0, cookie), operatorClient(1, cookie)];
    ben = await openOperatorInbox(world, 'ben', 1);
  });

  function operatorClient(gateway: number, cookie: string): HttpClient {
    const browser = world.browser(gateway);
    browser.cookies.set(OPERATOR_COOKIE, cookie);
    return browser;
  }
  const take = async (as: HttpClient, conversation: string) =>
    (await as.call(takeLease, { conversation })).lease.number;
  /** Waits until the conversation is in the queue, or is handed over. */
  const taken = (as: HttpClient, conversation: string) =>
    until(
      () => take(as, conversation),
      () => true,
      60_000,
    );
  /** The operators who answered there according to the log. */
  const loggedFor = async (conversation: string) =>
    (await world.inside.core.messaging.operators.log({ since: 0, limit: 10_000 }))
      .filter((row) => row.conversation === conversation)
      .map(({ operator }) => operator);

  /** A member asked; Ana takes it, and her answer dies at `failpoint`. */
  async function cutOff(failpoint: string) {
    const [profile, member] = await world.people({ fictional: true, name: 'Fia' }, { credits: 3 });
    const device = await member.device();
    const asked = { clientId: randomUUID(), profile: profile.id, text: 'Are you there?', credits: 0 };
    const { message } = await member.http.call(postMessage, { ...asked, fictionalConfirmed: true });
    const { conversation } = message;
    const number = await taken(ana[1], conversation);
    const answer = { clientId: randomUUID(), conversation, number, text: 'Ana' };
    await killedAt(failpoint, () => ana[0].call(postAnswer, answer));
    return {
      conversation,
      device,
      again: () => ana[1].call(postAnswer, answer),
      /** The answers that the member has in the end, after receiving the first of them. */
      async answers() {
        await device.wait(messageCreated, (event) => event.message.sender === profile.id, 60_000);
        const { history } = await historyOf(member, conversation);
        device.close();
        return history.flatMap(({ sender, text }) => (sender === profile.id ? [text] : []));
      },
    };
  }

  it.each(['answer:before-claim', 'answer:after-claim', 'answer:after-message'])(
    'at %s: her retry elsewhere is one answer, logged once',
    async (failpoint) => {
      const { conversation, again, answers } = await cutOff(failpoint);
      expect(await outcomeOf(take(ben, conversation))).toBe('LEASE_TAKEN');
      const [first, second] = [await again(), await again()];
      expect(second.message).toEqual(first.message);
      expect(await answers()).toEqual(['Ana']);
      expect(await loggedFor(conversation)).toEqual(['default:ana']);
    },
  );

  it.each([
    { failpoint: 'answer:before-claim', late: 'LEASE_LOST' },
    { failpoint: 'answer:after-claim', late: 'SEND_EXPIRED' },
  ])('at $failpoint without a retry: a colleague answers, and her late retry fails', async (row) => {
    const { conversation, again, answers } = await cutOff(row.failpoint);
    expect(await outcomeOf(take(ben, conversation))).toBe('LEASE_TAKEN');
    await pass(LEASE_MS + 1_000);
    const number = await taken(ben, conversation);
    const answer = { clientId: randomUUID(), conversation, number, text: 'Ben' };
    await ben.call(postAnswer, answer);
    expect(await outcomeOf(again())).toBe(row.late);
    expect(await answers()).toEqual(['Ben']);
    expect(await loggedFor(conversation)).toEqual(['default:ben']);
  });

  it('at answer:after-message without a retry: the member has it, and the queue ends', async () => {
    const { conversation, answers } = await cutOff('answer:after-message');
    expect(await loggedFor(conversation)).toEqual([]);
    await pass(LEASE_MS + 1_000);
    expect(await answers()).toEqual(['Ana']);
    await until(
      () => outcomeOf(take(ben, conversation)),
      (outcome) => outcome === 'NOT_WAITING',
    );
    expect(await loggedFor(conversation)).toEqual(['default:ana']);
  });
});

describe('a gateway is killed while a message to a fictional profile is unsent', () => {
  it.each(['unsend:after-claim', 'blank:after-write'])(
    'at %s: the operator who has it open still gets the event',
    async (failpoint) => {
      const ana = await openOperatorInbox(world, `ana-${randomUUID()}`, 1);
      const [member, profile] = await world.people({ credits: 3 }, { fictional: true, name: 'Fia' });
      const asked = { clientId: randomUUID(), profile: profile.id, text: 'Are you there?', credits: 0 };
      // The first gateway is still down after the test before this one.
      const elsewhere = world.browser(1, member.session);
      const { message } = await elsewhere.call(postMessage, { ...asked, fictionalConfirmed: true });
      const { conversation, seq } = message;
      await until(
        () => ana.call(takeLease, { conversation }),
        () => true,
        60_000,
      );
      const operatorClient = await connectDevice(ana, `${ana.gateway.address}${OPERATORS_NAMESPACE}`);
      await killedAt(failpoint, () => member.http.call(unsendMessage, { conversation, seq }));
      await pass(10_000);
      await operatorClient.wait(
        queueChanged,
        (event) => event.conversation === conversation && event.gone === seq,
        60_000,
      );
      const { messages, takenBack } = await ana.call(getOperatorMessages, { conversation });
      expect(messages).toMatchObject([{ gone: 'unsent', text: '' }]);
      expect(takenBack).toBeGreaterThan(0);
      operatorClient.close();
    },
  );
});

describe('a gateway is killed over a photo', () => {
  /** A member with a picture to send, at both gateways. */
  async function sender() {
    const [mara, jonas] = await world.people({ credits: 5, premium: true }, {});
    const elsewhere = world.browser(1, mara.session);
    const picture = await drawPicture('teal');
    const key = randomUUID();
    const post = (at: HttpClient, path: string) =>
      at.send('POST', `${path}?key=${key}`, picture, { 'content-type': 'image/jpeg' });
    const upload = async (at: HttpClient) => ((await post(at, '/api/chat-photo.php')).body as ChatPhoto).id;
    const show = async (at: HttpClient) => (await post(at, '/api/photo.php')).body as OwnPictures;
    const message = { clientId: randomUUID(), profile: jonas.id, text: '', credits: 2 };
    const send = (at: HttpClient, photo: string) => at.call(postMessage, { ...message, photo });
    return { mara, jonas, elsewhere, upload, show, send };
  }
  const filesOf = ({ id }: Person) =>
    world.inside.mongo.connection.collection('photo_files').find({ member: id });
  const creditsOf = async (http: HttpClient) => (await http.call(getUser, {})).user.credits;

  /** Waits until the sweep has left a member this number of pictures, each of them referenced. */
  async function swept(who: Person, left: number): Promise<void> {
    await pass(20 * 60_000);
    await until(
      async () => {
        await world.inside.queues.enqueue(sweepPhotos, {}, { jobId: `sweep-${randomUUID()}` });
        return (await filesOf(who).toArray()).map((file) => file['looseAt']);
      },
      (looseAt) => looseAt.length === left && looseAt.every((at) => at === null),
      60_000,
      500,
    );
  }

  it('at chat-photo:after-store: a new upload is one photo, the other one is swept', async () => {
    const { mara, elsewhere, upload, send } = await sender();
    await killedAt('chat-photo:after-store', () => upload(mara.http));
    const photo = await upload(elsewhere);
    expect(await upload(elsewhere)).toBe(photo);
    await send(elsewhere, photo);
    expect(await filesOf(mara).toArray()).toHaveLength(2);
    await swept(mara, 1);
  });

  it.each(['photo:after-store', 'photo:after-write'])(
    'of a profile at %s: a new upload is one picture and one file, on all devices',
    async (failpoint) => {
      const { mara, elsewhere, show } = await sender();
      const device = await connectDevice(elsewhere);
      await killedAt(failpoint, () => show(mara.http));
      const { pictures } = await show(elsewhere);
      expect(pictures).toHaveLength(1);
      await device.wait(ownChanged, undefined, 30_000);
      expect((await show(elsewhere)).pictures.map(({ id }) => id)).toEqual(pictures.map(({ id }) => id));
      await swept(mara, 1);
      device.close();
    },
  );

  it('of a profile at photo:after-write: a removal elsewhere sweeps its file', async () => {
    const { mara, elsewhere, show } = await sender();
    const [gateway] = world.gateways;
    await gateway.restart({ FAILPOINTS: 'photo:after-write=freeze' });
    const answered = show(mara.http).catch(() => undefined);
    const { pictures } = await until(
      async () => (await elsewhere.call(getOwnProfile, {})).profile,
      (profile) => profile.pictures.length === 1,
    );
    await untilFrozen(gateway);
    await elsewhere.call(removePhoto, { id: pictures[0]?.id ?? '' });
    gateway.thaw();
    await answered;
    await swept(mara, 0);
  });

  it.each(['send:after-hold', 'send:after-message'])(
    'at %s: the repeated send is one message, charged once',
    async (failpoint) => {
      const { mara, jonas, elsewhere, upload, send } = await sender();
      const photo = await upload(elsewhere);
      await killedAt(failpoint, () => send(mara.http, photo));
      const { message } = await send(elsewhere, photo);
      const { history } = await historyOf(
        { ...jonas, http: world.browser(1, jonas.session) },
        message.conversation,
      );
      expect(history.map(({ kind }) => kind)).toEqual(['photo']);
      expect(await creditsOf(elsewhere)).toBe(3);
    },
  );

  it.each(['recall:after-blank', 'blank:after-write'])(
    'at %s: the repeated removal deletes its bytes and its text in the lists',
    async (failpoint) => {
      const { mara, jonas, elsewhere, upload, send } = await sender();
      const { message } = await send(elsewhere, await upload(elsewhere));
      const { conversation, seq } = message;
      const theirs = world.browser(1, jonas.session);
      const listed = async () =>
        (await theirs.call(getChats, {})).chats.map((chat) => chat.previewGone ?? chat.previewKind);
      await theirs.call(postRead, { conversation, seq });
      await until(listed, (kinds) => kinds[0] === 'photo');
      await killedAt(failpoint, () => mara.http.call(recallChatPhoto, { conversation, seq }));
      expect(await filesOf(mara).toArray()).toHaveLength(1);
      await elsewhere.call(recallChatPhoto, { conversation, seq });
      expect(await filesOf(mara).toArray()).toHaveLength(0);
      expect(await creditsOf(elsewhere)).toBe(3);
      expect(await listed()).toEqual(['recalled']);
    },
  );

  it('and keeps the invariants', async () => {
    expect(await world.violations()).toEqual([]);
  });
});
