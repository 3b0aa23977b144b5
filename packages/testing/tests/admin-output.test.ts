import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postMessage, reportProfile } from '@heartline/contracts';
import { type Person, startWorld, type WorldHere } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Tests that the operators' command reports what happened, also when it did little or nothing. */
let world: WorldHere;
let admin: ReturnType<typeof adminOf>;

beforeAll(async () => {
  world = await startWorld({ here: true });
  admin = adminOf(world);
});
afterAll(() => world?.stop());

const why = ['--reason', 'Seen by two of us'];

/** Opens a case against the second member, reported by the first. */
async function reported(who: Person, whom: Person): Promise<string> {
  const { case: id } = await who.http.call(reportProfile, {
    clientId: randomUUID(),
    profile: whom.id,
    subject: { kind: 'profile' },
    reason: 'impersonation',
    note: '',
  });
  return id;
}

describe('npm run admin member', () => {
  it('labels a fictional profile without an account, and changes nothing', async () => {
    const name = `Fia ${randomUUID().slice(0, 8)}`;
    const [fia] = await world.people({ name, fictional: true });
    await world.inside.mongo.connection.collection<{ _id: string }>('accounts').deleteOne({ _id: fia.id });
    const what = { id: fia.id, name, email: null, fictional: true, status: 'active, no account' };
    for (const who of [fia.id, name]) {
      const { out } = await admin('--json', 'member', 'find', who);
      expect(JSON.parse(out)).toMatchObject([what]);
    }
    expect(JSON.parse((await admin('--json', 'member', 'show', name)).out)).toMatchObject(what);
    for (const act of [
      ['member', 'suspend'],
      ['credits', 'grant'],
    ]) {
      const amount = act[0] === 'credits' ? ['5'] : [];
      const refused = await admin(...act, fia.id, ...amount, ...why);
      expect(refused).toMatchObject({ code: 1, out: '' });
      expect(refused.err).toContain(`${name} is a fictional profile without an account`);
    }
  });
});

describe('npm run admin case', () => {
  it.each([
    ['is undecided', []],
    ['ended without an act', ['--outcome', 'no_action', ...why]],
  ])('creates no link for the reported side of a case that %s', async (_, decided) => {
    const [mara, jonas] = await world.people({}, {});
    const id = await reported(mara, jonas);
    if (decided.length > 0) await admin('case', 'decide', id, ...decided);
    const refused = await admin('case', 'link', id, '--side', 'reported', ...why);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/nothing was decided against the reported side/);
    expect((await admin('case', 'link', id, '--side', 'reporter', ...why)).code).toBe(0);
  });

  it('reports that no photo is stored, and saves none', async () => {
    const [mara, jonas] = await world.people({}, {});
    const id = await reported(mara, jonas);
    const file = join(tmpdir(), `none-${randomUUID()}.webp`);
    const shown = await admin('case', 'show', id, '--photo', file);
    expect(shown).toMatchObject({ code: 1, err: expect.stringMatching(/No photo is kept/) });
    await expect(access(file)).rejects.toThrow('ENOENT');
    expect((await admin('case', 'show', id)).code).toBe(0);
  });

  it('lists decided cases latest first, and open ones oldest first', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const [mara, jonas] = await world.people({}, {});
      ids.push(await reported(mara, jonas));
      world.clock.advance(1_000);
    }
    const listed = async (state: string, limit: string) => {
      const { out } = await admin('--json', 'case', 'list', '--state', state, '--limit', limit);
      return (JSON.parse(out) as { _id: string }[]).map(({ _id }) => _id).filter((id) => ids.includes(id));
    };
    expect(await listed('open', '1000')).toEqual(ids);
    for (const id of ids) {
      expect((await admin('case', 'decide', id, '--outcome', 'warning', ...why)).code).toBe(0);
    }
    expect(await listed('decided', '2')).toEqual([ids[2], ids[1]]);
  });
});

describe('paying back messages to a fake', () => {
  async function paidTo(fake: Person, count: number): Promise<void> {
    const [mara] = await world.people({ credits: 5 });
    for (let sent = 0; sent < count; sent += 1) {
      const input = { clientId: randomUUID(), profile: fake.id, text: 'Hello', credits: 1 };
      await mara.http.call(postMessage, input);
    }
  }

  it('reports on a repeat that nothing is left to pay back', async () => {
    const [jonas, mara] = await world.people({ name: 'Jonas' }, {});
    const id = await reported(mara, jonas);
    await paidTo(jonas, 2);
    const remove = () => admin('member', 'remove-as-fake', jonas.id, ...why);
    expect((await remove()).out).toBe('Jonas is removed; 2 messages paid back now.\n');
    expect((await remove()).out).toBe('Jonas is removed; no message was left to pay back.\n');
    const decided = await admin('case', 'decide', id, '--outcome', 'removed_as_fake', ...why);
    expect(decided.out).toBe('Decided: removed_as_fake; no message was left to pay back.\n');
  });

  it('refuses to remove an account that is being erased', async () => {
    const [jonas] = await world.people({ name: 'Jonas' });
    const now = world.clock.now();
    const deletion = { at: now, eraseAt: now, statusBefore: 'active', erasingAt: now };
    await world.inside.mongo.connection
      .collection<{ _id: string }>('accounts')
      .updateOne({ _id: jonas.id }, { $set: { status: 'deleted', deletion } });
    const { code, out } = await admin('member', 'remove-as-fake', jonas.id, ...why);
    expect([code, out]).toEqual([
      0,
      'Jonas is being erased, so no account was closed; no message was left to pay back.\n',
    ]);
  });
});

describe('unknown ids', () => {
  it('reports an unknown id in the audit log and as an operator', async () => {
    expect((await admin('audit', '--target', 'nobody')).out).toBe(
      'The log knows of nothing that was done to “nobody”.\n',
    );
    for (const kind of ['answers', 'sign-ins']) {
      const { out } = await admin('operators', 'log', '--of', kind, '--operator-id', 'default:eve');
      expect(out).toBe('There is no operator “default:eve”. See: operators list\n');
    }
    await admin('operators', 'add', 'eve', ...why);
    const idle = await admin('operators', 'log', '--operator-id', 'default:eve');
    expect(idle.out).toBe('No answers in these days.\n');
  });
});
