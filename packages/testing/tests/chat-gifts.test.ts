import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ErrorBody,
  getChats,
  getGifts,
  getMessages,
  getUser,
  postMessage,
  postRead,
  unsendMessage,
} from '@heartline/contracts';
import { bodyHash } from '@heartline/core';
import {
  type Answer,
  type HttpClient,
  outcomeOf,
  type Person,
  startWorld,
  type WorldHere,
} from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('gifts in a chat', () => {
  let world: WorldHere;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heartline-gifts-'));
    world = await startWorld({ here: true, gateways: 2 });
  });
  afterAll(async () => {
    await world.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const core = () => world.gateways[0].core;
  const pair = (credits: number) => world.people({ credits, premium: true }, { credits: 5 });
  const send = (client: HttpClient, to: Person, extra: object, credits: number, clientId = randomUUID()) =>
    client.call(postMessage, { clientId, profile: to.id, text: '', credits, ...extra });
  const code = (answer: Answer) => (answer.body as ErrorBody).error?.code;
  const credits = async ({ http }: Person) => (await http.call(getUser, {})).user.credits;

  it('have a note up to the length of a message, and none if it shows nothing', async () => {
    const [anna, ben] = await pair(20);
    for (const text of ['\u0301'.repeat(5_000), '\u200b'.repeat(19_000)]) {
      const { message } = await send(anna.http, ben, { gift: 'rose', text }, 3);
      expect(message.text).toBe('');
    }
  });

  it('cost the catalogue price, have a name in the viewer’s language and a note [S3-110]', async () => {
    const [anna, ben] = await pair(20);
    const { gifts } = await anna.http.call(getGifts, {});
    expect(gifts.filter(({ offered }) => offered)).toHaveLength(12);
    expect(gifts[0]?.credits).toBe(3);
    const rose = gifts.find(({ id }) => id === 'rose');
    expect(rose).toMatchObject({ name: 'Rose', credits: 3 });
    const balloon = gifts.find(({ id }) => id === 'balloon');
    expect(await outcomeOf(send(anna.http, ben, { gift: 'balloon' }, 3))).toBe('PRICE_CHANGED');
    const clientId = randomUUID();
    const first = await send(
      anna.http,
      ben,
      { gift: 'balloon', text: ' For you ' },
      balloon?.credits ?? 0,
      clientId,
    );
    expect(first.message).toMatchObject({
      kind: 'gift',
      text: 'For you',
      gift: { id: 'balloon', picture: 'balloon' },
    });
    expect(
      await send(world.browser(1, anna.session), ben, { gift: 'balloon', text: 'For you' }, 15, clientId),
    ).toEqual(first);
    expect(await outcomeOf(send(anna.http, ben, { gift: 'rose', text: 'For you' }, 3, clientId))).toBe(
      'KEY_REUSED',
    );
    expect(await credits(anna)).toBe(5);
    expect(await outcomeOf(send(anna.http, ben, { gift: 'yacht' }, 3))).toBe('GIFT_GONE');
    const { chats } = await ben.http.call(getChats, {});
    expect(chats[0]).toMatchObject({ previewKind: 'gift', preview: 'For you' });
  });

  it('are not sent and paid back when withdrawn between payment and sending', async () => {
    const [anna, ben] = await pair(9);
    const [clientId, conversation] = [randomUUID(), core().messaging.conversationOf(anna.id, ben.id)];
    // State after a gateway died once it had taken the price.
    const held = await core().credits.hold({
      member: anna.id,
      clientId,
      conversation,
      profile: { id: ben.id, name: 'Ben' },
      hash: bodyHash(conversation, '', { gift: 'kite' }),
      credits: 4,
      reason: 'gift',
      starts: undefined,
      freeConversations: 2,
      at: world.clock.now(),
    });
    expect(held).toMatchObject({ kind: 'hold' });
    await core().messaging.operateGifts.remove('default', 'kite');
    world.clock.advance(6_000);
    expect(await outcomeOf(send(anna.http, ben, { gift: 'kite' }, 4, clientId))).toBe('SEND_EXPIRED');
    expect(await credits(anna)).toBe(9);
    expect((await ben.http.call(getChats, {})).chats).toEqual([]);
  });

  it('cannot be taken back once read, and are called gifts', async () => {
    const [anna, ben] = await pair(9);
    const { message } = await send(anna.http, ben, { gift: 'rose' }, 3);
    const place = { conversation: message.conversation, seq: message.seq };
    await ben.http.call(postRead, place);
    const { method, path } = unsendMessage;
    const answer = await anna.http.send(method, path, JSON.stringify(place));
    expect(answer).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'MESSAGE_READ',
          message:
            'You can’t take back this gift any more. That only works until the other person has seen it.',
        },
      },
    });
    expect(await credits(anna)).toBe(6);
  });

  it('need a session [S6-008]', async () => {
    const [anna] = await pair(5);
    const gift = { clientId: randomUUID(), profile: anna.id, text: '', gift: 'rose', credits: 3 };
    const answer = await world.browser().send('POST', '/api/message.php', JSON.stringify(gift));
    expect([answer.status, code(answer)]).toEqual([403, 'AUTHENTICATION_REQUIRED']);
    expect((await world.browser().send('GET', '/api/gifts.php')).status).toBe(403);
  });

  it('are added, changed and withdrawn per site by operators, with the new price', async () => {
    const [anna, ben] = await pair(60);
    const { operateGifts } = core().messaging;
    const names = {
      en: 'Tulip',
      nl: 'Tulp',
      de: 'Tulpe',
      es: 'Tulipán',
      fr: 'Tulipe',
      it: 'Tulipano',
      pl: 'Tulipan',
    };
    const tulip = { id: 'tulip', picture: 'bouquet', credits: 2, names };
    const write = (file: unknown, mode: 'add' | 'change') => operateGifts.write('default', file, mode);
    expect(await write({ ...tulip, names: { en: 'Tulip' } }, 'add')).toHaveProperty('problem');
    expect(await write([tulip, tulip], 'add')).toHaveProperty('problem');
    expect(await write(tulip, 'change')).toHaveProperty('problem');
    const admin = adminOf(world);
    const path = join(folder, 'tulip.json');
    await writeFile(path, JSON.stringify(tulip));
    const why = ['--reason', 'Spring has come'];
    expect(await admin('gifts', 'add', path)).toMatchObject({ code: 2 });
    expect(await admin('gifts', 'add', path, ...why)).toMatchObject({ code: 0 });
    // The same command once more, as after a lost connection.
    expect(await admin('gifts', 'add', path, ...why)).toMatchObject({ code: 0 });
    await writeFile(path, JSON.stringify({ ...tulip, credits: 1 }));
    expect(await admin('gifts', 'add', path, ...why)).toMatchObject({ code: 1 });
    await rm(path);
    expect((await admin('gifts', 'list')).out).toMatch(/tulip +Tulip/);
    expect(await write({ ...tulip, picture: 'rose' }, 'add')).toHaveProperty('problem');
    world.clock.advance(6_000);
    // Never below the gift price of the site.
    const listed = async () => (await anna.http.call(getGifts, {})).gifts.find(({ id }) => id === 'tulip');
    expect(await listed()).toMatchObject({ name: 'Tulip', credits: 3, offered: true });
    await send(anna.http, ben, { gift: 'tulip' }, 3);
    await write({ ...tulip, credits: 9 }, 'change');
    world.clock.advance(6_000);
    expect(await outcomeOf(send(anna.http, ben, { gift: 'tulip' }, 3))).toBe('PRICE_CHANGED');
    // A gift seen at a higher price costs the current one.
    const before = await credits(anna);
    expect(await send(anna.http, ben, { gift: 'tulip' }, 10)).toMatchObject({
      balance: { credits: before - 9 },
    });
    expect(await operateGifts.remove('default', 'yacht')).toHaveProperty('problem');
    await operateGifts.remove('default', 'tulip');
    world.clock.advance(6_000);
    expect(await outcomeOf(send(anna.http, ben, { gift: 'tulip' }, 9))).toBe('GIFT_GONE');
    expect(await listed()).toMatchObject({ offered: false });
    const { messages } = await ben.http.call(getMessages, {
      conversation: core().messaging.conversationOf(anna.id, ben.id),
    });
    expect(messages[0]).toMatchObject({ kind: 'gift', gift: { id: 'tulip', picture: 'bouquet' } });
  });
});
