import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ErrorBody, getChats, getGifts, getMessages, getUser, postMessage } from '@heartline/contracts';
import { type Answer, type HttpClient, Refused } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminOf } from './admin-in-test.ts';
import { type GatewaysInTest, startGateways } from './gateway-in-test.ts';

interface Someone {
  id: string;
  client: HttpClient;
  elsewhere: HttpClient;
}

describe('gifts in a chat', () => {
  let world: GatewaysInTest;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heartline-gifts-'));
    world = await startGateways({ count: 2 });
  });
  afterAll(async () => {
    await world.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const core = () => {
    const [gateway] = world.gateways;
    if (!gateway) throw new Error('no gateway');
    return gateway.core;
  };
  async function pair(credits: number): Promise<[Someone, Someone]> {
    const made = await world.members([{ credits, premium: true }, { credits: 5 }]);
    const [one, other] = made.map(({ member, client }) => ({
      id: member.id,
      client,
      elsewhere: world.client(member, 1),
    }));
    if (!one || !other) throw new Error('nobody');
    return [one, other];
  }
  const send = (client: HttpClient, to: Someone, extra: object, credits: number, clientId = randomUUID()) =>
    client.call(postMessage, { clientId, profile: to.id, text: '', credits, ...extra });
  const code = (answer: Answer) => (answer.body as ErrorBody).error?.code;
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Refused ? error.error.code : String(error)),
    );
  const credits = async ({ client }: Someone) => (await client.call(getUser, {})).user.credits;

  it('S3-110 cost what the catalogue says, are named in the language of who looks, and come with a note', async () => {
    const [anna, ben] = await pair(20);
    const { gifts } = await anna.client.call(getGifts, {});
    expect(gifts.filter(({ offered }) => offered)).toHaveLength(12);
    expect(gifts[0]?.credits).toBe(3);
    const rose = gifts.find(({ id }) => id === 'rose');
    expect(rose).toMatchObject({ name: 'Rose', credits: 3 });
    const balloon = gifts.find(({ id }) => id === 'balloon');
    expect(await refusal(send(anna.client, ben, { gift: 'balloon' }, 3))).toBe('PRICE_CHANGED');
    const clientId = randomUUID();
    const first = await send(
      anna.client,
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
    expect(await send(anna.elsewhere, ben, { gift: 'balloon', text: 'For you' }, 15, clientId)).toEqual(
      first,
    );
    expect(await refusal(send(anna.client, ben, { gift: 'rose', text: 'For you' }, 3, clientId))).toBe(
      'KEY_REUSED',
    );
    expect(await credits(anna)).toBe(5);
    expect(await refusal(send(anna.client, ben, { gift: 'yacht' }, 3))).toBe('GIFT_GONE');
    const { chats } = await ben.client.call(getChats, {});
    expect(chats[0]).toMatchObject({ previewKind: 'gift', preview: 'For you' });
  });

  it('S6-008 need a session', async () => {
    const [anna] = await pair(5);
    const gift = { clientId: randomUUID(), profile: anna.id, text: '', gift: 'rose', credits: 3 };
    const answer = await world.visitor().send('POST', '/api/message.php', JSON.stringify(gift));
    expect([answer.status, code(answer)]).toEqual([403, 'AUTHENTICATION_REQUIRED']);
    expect((await world.visitor().send('GET', '/api/gifts.php')).status).toBe(403);
  });

  it('are the operators’: added, changed and withdrawn per site, and the price asked for is the new one', async () => {
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
    const admin = adminOf({ mongo: world.mongoEngine, redis: world.redisEngine });
    const path = join(folder, 'tulip.json');
    await writeFile(path, JSON.stringify(tulip));
    const why = ['--reason', 'Spring has come'];
    expect(await admin('gifts', 'add', path)).toMatchObject({ code: 2 });
    expect(await admin('gifts', 'add', path, ...why)).toMatchObject({ code: 0 });
    expect(await admin('gifts', 'add', path, ...why)).toMatchObject({ code: 1 });
    await rm(path);
    expect((await admin('gifts', 'list')).out).toMatch(/tulip +Tulip/);
    expect(await write(tulip, 'add')).toHaveProperty('problem');
    world.clock.advance(6_000);
    // Never below what gifts cost on the site.
    const listed = async () => (await anna.client.call(getGifts, {})).gifts.find(({ id }) => id === 'tulip');
    expect(await listed()).toMatchObject({ name: 'Tulip', credits: 3, offered: true });
    await send(anna.client, ben, { gift: 'tulip' }, 3);
    await write({ ...tulip, credits: 9 }, 'change');
    world.clock.advance(6_000);
    expect(await refusal(send(anna.client, ben, { gift: 'tulip' }, 3))).toBe('PRICE_CHANGED');
    expect(await operateGifts.remove('default', 'yacht')).toHaveProperty('problem');
    await operateGifts.remove('default', 'tulip');
    world.clock.advance(6_000);
    expect(await refusal(send(anna.client, ben, { gift: 'tulip' }, 9))).toBe('GIFT_GONE');
    expect(await listed()).toMatchObject({ offered: false });
    const { messages } = await ben.client.call(getMessages, {
      conversation: core().messaging.conversationOf(anna.id, ben.id),
    });
    expect(messages[0]).toMatchObject({ kind: 'gift', gift: { id: 'tulip', picture: 'bouquet' } });
  });
});
