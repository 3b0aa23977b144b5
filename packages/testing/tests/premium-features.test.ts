import { randomBytes, randomUUID } from 'node:crypto';
import {
  getInvisible,
  getProfile,
  getUser,
  type InputOf,
  postMessage,
  searchMembers,
  setInvisible,
} from '@heartline/contracts';
import { type AddedMember, type HttpClient, Refused } from '@heartline/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewaysInTest, startGateways } from './gateway-in-test.ts';

/** Every premium feature (product decisions), as a free member meets it and as a premium member does. */
interface Guest {
  member: AddedMember;
  client: HttpClient;
}

const PREMIUM_ONLY = {
  code: 'PREMIUM_REQUIRED',
  message: 'This feature is only available for premium members.',
};
const ADVANCED: InputOf<typeof searchMembers>[] = [
  { hair_color: 'red' },
  { eye_color: 'green' },
  { body_type: 'athletic' },
  { tattoos: 'many' },
];

describe('premium features', () => {
  let world: GatewaysInTest;
  let free: Guest;
  let premium: Guest;
  let others: Guest[];
  let picture: Buffer;

  beforeAll(async () => {
    world = await startGateways({});
    picture = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#a33' } })
      .png()
      .toBuffer();
    const photos = Array.from({ length: 5 }, (_, n) => ({
      id: randomBytes(12).toString('hex'),
      key: randomBytes(16).toString('hex'),
      n,
    }));
    const [one, two, ...rest] = await world.members([
      { name: 'Free', credits: 50 },
      { name: 'Premium', credits: 50, premium: true },
      ...Array.from({ length: 4 }, (_, n) => ({ name: `Other ${n}`, profile: { photos } })),
    ]);
    if (!one || !two) throw new Error('nobody was added');
    [free, premium, others] = [one, two, rest];
  });
  afterAll(() => world.stop());

  const refusalOf = async (work: Promise<unknown>) => {
    const [outcome] = await Promise.allSettled([work]);
    if (outcome.status === 'fulfilled') return undefined;
    if (!(outcome.reason instanceof Refused)) throw new Error('not a refusal', { cause: outcome.reason });
    return outcome.reason.error;
  };
  const write = ({ client }: Guest, to: Guest) =>
    client.call(postMessage, { clientId: randomUUID(), profile: to.member.id, text: 'Hello', credits: 1 });
  const lockedOf = async ({ client }: Guest) => {
    const { profile } = await client.call(getProfile, { id: others[0]?.member.id ?? '' });
    return profile.pictures.filter(({ locked }) => locked).length;
  };
  const upload = ({ member }: Guest) =>
    world.gateways[0]?.core.profiles.addPhoto(member.id, randomUUID(), picture);

  it('S6-014 S8-016 are refused to a free member, in the specified words where there are any', async () => {
    expect((await free.client.call(getUser, {})).user.paid_user).toBe(false);
    expect(await refusalOf(free.client.call(setInvisible, { invisible: true }))).toMatchObject(PREMIUM_ONLY);
    expect((await free.client.call(getInvisible, {})).invisible).toBe(false);
    for (const query of ADVANCED) {
      expect(await refusalOf(free.client.call(searchMembers, query))).toMatchObject(PREMIUM_ONLY);
    }
    expect(await lockedOf(free)).toBe(2);
    for (const other of others.slice(0, 2)) await write(free, other);
    expect((await refusalOf(write(free, others[2] as Guest)))?.code).toBe('CONVERSATION_LIMIT');
    for (let n = 0; n < 3; n += 1) expect((await upload(free))?.ok).toBe(true);
    expect(await upload(free)).toMatchObject({ refusal: { code: 'PHOTO_LIMIT_FREE' } });
  });

  it('S6-019 work for a premium member', async () => {
    expect((await premium.client.call(getUser, {})).user.paid_user).toBe(true);
    for (const query of ADVANCED) await premium.client.call(searchMembers, query);
    expect(await lockedOf(premium)).toBe(0);
    for (const other of others) await write(premium, other);
    for (let n = 0; n < 4; n += 1) expect((await upload(premium))?.ok).toBe(true);
    await premium.client.call(setInvisible, { invisible: true });
    expect((await premium.client.call(getInvisible, {})).invisible).toBe(true);
  });
});
