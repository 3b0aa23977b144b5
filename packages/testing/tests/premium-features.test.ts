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
import { outcomeOf, type Person, refusalOf, startWorld, type WorldHere } from '@heartline/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

/** Every premium feature (product decisions), for a free and for a premium member. */
describe('premium features', () => {
  let world: WorldHere;
  let free: Person;
  let premium: Person;
  let others: Person[];
  let picture: Buffer;

  beforeAll(async () => {
    world = await startWorld({ here: true });
    picture = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#a33' } })
      .png()
      .toBuffer();
    const photos = Array.from({ length: 5 }, (_, n) => ({
      id: randomBytes(12).toString('hex'),
      key: randomBytes(16).toString('hex'),
      n,
    }));
    [free, premium, ...others] = await world.people(
      { name: 'Free', credits: 50 },
      { name: 'Premium', credits: 50, premium: true },
      ...Array.from({ length: 4 }, (_, n) => ({ name: `Other ${n}`, profile: { photos } })),
    );
  });
  afterAll(() => world.stop());

  const write = ({ http }: Person, to: Person) =>
    http.call(postMessage, { clientId: randomUUID(), profile: to.id, text: 'Hello', credits: 1 });
  const lockedOf = async ({ http }: Person) => {
    const { profile } = await http.call(getProfile, { id: others[0]?.id ?? '' });
    return profile.pictures.filter(({ locked }) => locked).length;
  };
  const upload = ({ id }: Person) => world.gateways[0].core.profiles.addPhoto(id, randomUUID(), picture);

  it('are refused to a free member, in the specified words if any [S6-014 S8-016]', async () => {
    expect((await free.http.call(getUser, {})).user.paid_user).toBe(false);
    expect((await refusalOf(free.http.call(setInvisible, { invisible: true }))).error).toMatchObject(
      PREMIUM_ONLY,
    );
    expect((await free.http.call(getInvisible, {})).invisible).toBe(false);
    for (const query of ADVANCED) {
      expect((await refusalOf(free.http.call(searchMembers, query))).error).toMatchObject(PREMIUM_ONLY);
    }
    expect(await lockedOf(free)).toBe(2);
    for (const other of others.slice(0, 2)) await write(free, other);
    expect(await outcomeOf(write(free, others[2] as Person))).toBe('CONVERSATION_LIMIT');
    for (let n = 0; n < 3; n += 1) expect((await upload(free)).ok).toBe(true);
    expect(await upload(free)).toMatchObject({ refusal: { code: 'PHOTO_LIMIT_FREE' } });
  });

  it('work for a premium member [S6-019]', async () => {
    expect((await premium.http.call(getUser, {})).user.paid_user).toBe(true);
    for (const query of ADVANCED) await premium.http.call(searchMembers, query);
    expect(await lockedOf(premium)).toBe(0);
    for (const other of others) await write(premium, other);
    for (let n = 0; n < 4; n += 1) expect((await upload(premium)).ok).toBe(true);
    await premium.http.call(setInvisible, { invisible: true });
    expect((await premium.http.call(getInvisible, {})).invisible).toBe(true);
  });
});
