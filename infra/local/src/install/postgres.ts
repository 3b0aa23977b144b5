import { chmod, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../progress.ts';
import { programIn, unpackDebianPackages } from './debian-packages.ts';
import { installTool, type Tool } from './install-tool.ts';

const binaries = 'usr/lib/postgresql/18/bin';
const libraries = 'usr/lib/postgresql/18/lib';
const extensions = 'usr/share/postgresql/18/extension';

export const POSTGRES: Tool = { name: 'postgresql-18-documentdb', version: '1', megabytes: 1500 };

/** The command that starts the server unpacked in `folder`. */
export const postgresServer = (folder: string): Postgres['server'] => [join(folder, binaries, 'postgres')];

/** Commands of an unpacked PostgreSQL 18 with DocumentDB. */
export interface Postgres {
  folder: string;
  initdb: [string, ...string[]];
  server: [string, ...string[]];
  psql: [string, ...string[]];
}

/** PostgreSQL 18 with the DocumentDB extension, unpacked into the cache. */
export async function ensurePostgres(log: Progress): Promise<Postgres> {
  const folder = await installTool(POSTGRES, log, async (target) => {
    await unpackDebianPackages(['postgresql-18-documentdb'], target, log);
    // The package’s own script would do this: PostGIS needs its plain name.
    await symlink('postgis-3.control', join(target, extensions, 'postgis.control'));
    await wrapServer(target);
  });
  return {
    folder,
    initdb: programIn(folder, join(binaries, 'initdb')),
    server: postgresServer(folder),
    psql: programIn(folder, join(binaries, 'psql')),
  };
}

/**
 * `initdb` starts the server by itself and knows nothing of our loader, so the server's place is taken by a script.
 * PostgreSQL finds its libraries and extensions relative to the name it is called by.
 */
async function wrapServer(folder: string): Promise<void> {
  const server = join(folder, binaries, 'postgres');
  await rename(server, `${server}.elf`);
  const [loader, ...words] = programIn('$root', join(binaries, 'postgres.elf'), libraries);
  const named = words.map((word, at) => (words[at - 1] === '--argv0' ? '$0' : word));
  const command = [loader, ...named].map((word) => `"${word}"`).join(' ');
  const root = `\${0%/${binaries}/postgres}`;
  await writeFile(server, `#!/bin/sh\nroot=${root}\nexec ${command} "$@"\n`);
  await chmod(server, 0o755);
}
