import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWorld, type WorldHere } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const WHY = ['--reason', 'Spring campaign of the site'];
const UNTIL = '2099-01-01T00:00:00Z';

describe('npm run admin codes', () => {
  let world: WorldHere;
  let dir: string;
  let admin: ReturnType<typeof adminOf>;

  beforeAll(async () => {
    world = await startWorld({ here: true });
    dir = await mkdtemp(join(tmpdir(), 'codes-'));
    admin = adminOf(world);
  });
  afterAll(async () => {
    await world?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  async function file(...codes: object[]): Promise<string> {
    const path = join(dir, 'codes.json');
    await writeFile(path, JSON.stringify(codes, null, 2));
    return path;
  }
  const listed = async () =>
    JSON.parse((await admin('--json', 'codes', 'list')).out) as { code: string; percent: number }[];
  const lastAct = () =>
    world.inside.mongo.connection.collection('operatorActs').findOne({}, { sort: { at: -1 } });

  it('adds the codes of a file once, lists, changes and ends them', async () => {
    const path = await file({ code: 'TEN', percent: 10, until: UNTIL, maxUses: 5 });
    for (let time = 0; time < 2; time += 1) {
      expect(await admin('codes', 'add', path, ...WHY)).toMatchObject({ code: 0, out: 'TEN: done.\n' });
    }
    expect((await admin('codes', 'list')).out).toMatch(/TEN\s+code\s+10 %\s+all.*0 of 5/);
    expect(await lastAct()).toMatchObject({ act: 'code.add', operator: 'olga', reason: WHY[1] });
    const changed = await admin('codes', 'change', 'ten', '--percent', '15', '--max-uses', '6', ...WHY);
    expect(changed).toMatchObject({ code: 0 });
    expect(await listed()).toMatchObject([{ code: 'TEN', percent: 15, maxUses: 6 }]);
    expect((await admin('codes', 'change', 'TEN', '--max-uses', '5', ...WHY)).err).toContain(
      'only be raised',
    );
    expect((await admin('codes', 'uses', 'TEN')).out).toBe('No payment used it.\n');
    expect((await admin('codes', 'end', 'TEN', ...WHY)).out).toBe('TEN has ended.\n');
    expect((await admin('codes', 'change', 'TEN', '--percent', '20', ...WHY)).err).toContain('was ended');
  });

  it('writes none of a file with a fault, and names its line', async () => {
    const before = await listed();
    const path = await file(
      { code: 'GOOD', percent: 10, until: UNTIL },
      { code: 'BAD', percent: 101, until: UNTIL },
      { code: 'GOOD', percent: 10, until: UNTIL },
    );
    const refused = await admin('codes', 'add', path, ...WHY);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('line 7: percent must be a whole number from 1 to 99');
    expect(refused.err).toContain('line 12: code "GOOD" is there twice');
    expect(refused.err).toContain('No code was added.');
    const other = await file({ code: 'TEN', percent: 11, until: UNTIL });
    expect((await admin('codes', 'add', other, ...WHY)).err).toContain('with other terms');
    expect(await listed()).toEqual(before);
  });

  it('needs a reason, a known code and a file that can be read', async () => {
    expect((await admin('codes', 'add', '/nowhere.json', ...WHY)).err).toContain('can’t be read');
    expect((await admin('codes', 'end', 'NONE', ...WHY)).err).toContain('has no code NONE');
    expect((await admin('codes', 'end', 'TEN', '--reason', 'x')).err).toContain('A reason of at least');
    expect((await admin('codes', 'change', 'TEN', ...WHY)).err).toContain('Say what changes');
  });
});
