import { chmod, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DryMongoBinary } from 'mongodb-memory-server';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { toolFolder } from '../cache.ts';
import { FERRETDB, goProgram, K6, STRIPE_MOCK, TOXIPROXY } from '../install/go-tools.ts';
import { POSTGRES, postgresServer } from '../install/postgres.ts';
import { lookAtTestTools, lookForMongo, lookForRedis } from './look-at-tools.ts';

/** A machine with a shell and nothing else, and a cache of its own. */
beforeEach(async () => {
  const machine = await mkdtemp(join(tmpdir(), 'machine-'));
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(machine, { recursive: true, force: true });
  });
  await mkdir(join(machine, 'bin'));
  await symlink('/bin/sh', join(machine, 'bin/sh'));
  vi.stubEnv('PATH', join(machine, 'bin'));
  vi.stubEnv('HOME', machine);
  vi.stubEnv('XDG_CACHE_HOME', machine);
  vi.stubEnv('CHROMIUM_PATH', '');
});

async function plant(path: string, exitCode = 0): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\nexit ${exitCode}\n`);
  await chmod(path, 0o755);
}

const ferretdb = () => toolFolder(FERRETDB.name, FERRETDB.version);
const postgres = () => toolFolder(POSTGRES.name, POSTGRES.version);

/** A machine that could fetch what is missing: programs that a start asks for, and answers for MongoDB's site. */
async function withTools(): Promise<void> {
  const bin = join(process.env['HOME'] ?? '', 'bin');
  for (const name of ['go', 'apt-get', 'dpkg-deb', 'setpriv']) await plant(join(bin, name));
}

it('says what a start lacks where it could fetch nothing', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')));
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await lookForMongo()).toMatchObject({
    state: 'ill',
    message: expect.stringMatching(/Go is not on PATH.*apt-get is not on PATH; https:.*can't be reached/),
    fix: expect.stringContaining('set MONGODB_URL'),
  });
  expect(await lookForRedis()).toMatchObject({
    state: 'ill',
    message: expect.stringContaining('apt-get is not on PATH'),
  });
});

it.each([
  ['redis-server', 'Redis server v=6.2.14 sha=0', lookForRedis],
  ['mongod', 'db version v6.0.19', lookForMongo],
] as const)('passes over a %s that is too old, as a start does', async (name, answer, look) => {
  await withTools();
  const path = join(process.env['HOME'] ?? '', 'bin', name);
  await writeFile(path, `#!/bin/sh\necho '${answer}'\n`);
  await chmod(path, 0o755);
  expect(await look()).toMatchObject({
    state: 'note',
    message: expect.stringContaining('too old: 7 or newer is needed'),
  });
});

it('takes FerretDB for installed only with the PostgreSQL that it stands on', async () => {
  await withTools();
  expect(await lookForMongo()).toMatchObject({
    state: 'note',
    message: expect.stringContaining('none on this'),
  });
  await plant(goProgram(FERRETDB, ferretdb()));
  expect(await lookForMongo()).toMatchObject({
    state: 'note',
    message: expect.stringContaining('lacks postgresql-18-documentdb'),
  });
  await plant(postgresServer(postgres())[0]);
  expect(await lookForMongo()).toMatchObject({ state: 'well' });
});

it('names the folder to delete when what was installed does not run', async () => {
  await plant(goProgram(FERRETDB, ferretdb()));
  await plant(postgresServer(postgres())[0], 127);
  expect(await lookForMongo()).toMatchObject({
    state: 'ill',
    message: expect.stringContaining('postgresql-18-documentdb 1 does not run'),
    fix: `delete ${postgres()} and start again`,
  });
  await rm(goProgram(FERRETDB, ferretdb()));
  expect(await lookForMongo()).toMatchObject({
    state: 'ill',
    fix: `delete ${ferretdb()} and start again`,
  });
});

it('finds the mongod that was downloaded', async () => {
  const options = await DryMongoBinary.generateOptions({ version: '8.2.6' });
  const mongod = join(toolFolder('mongod', '8.2.6'), await DryMongoBinary.getBinaryName(options));
  await plant(mongod);
  // A whole one has its size and its sum beside it; what was found is remembered.
  await truncate(mongod, 2 ** 26);
  await writeFile(`${mongod}.md5`, '');
  onTestFinished(() => DryMongoBinary.binaryCache.clear());
  expect(await lookForMongo()).toMatchObject({ state: 'well', message: mongod });
});

it('says what tests need beside the rest, unless it is built already', async () => {
  const states = async () => (await lookAtTestTools()).map(({ name, state }) => [name, state]);
  expect(await states()).toEqual([
    ['Go', 'note'],
    ['Chromium', 'note'],
  ]);
  for (const tool of [TOXIPROXY, STRIPE_MOCK, K6])
    await plant(goProgram(tool, toolFolder(tool.name, tool.version)));
  vi.stubEnv('CHROMIUM_PATH', '/no/such/browser');
  expect(await states()).toEqual([
    ['Go', 'well'],
    ['Chromium', 'ill'],
  ]);
});
