import { chown, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exists, installTool } from '../install/install-tool.ts';
import type { Postgres } from '../install/postgres.ts';
import { type Child, startChild } from '../process-group.ts';
import type { Progress } from '../progress.ts';
import { onPath, runCommand } from '../run-command.ts';
import { type Purpose, waitUntil } from './engine.ts';
import { durableSettings, fragileSettings, layOutLog } from './postgres-settings.ts';

type Command = [string, ...string[]];

/** Linux allows 107 bytes for the whole path of a socket, `/.s.PGSQL.5432` is 14 of them. */
const longestSocketFolder = 93;

/** Why PostgreSQL can't be run by this user, or `undefined` when it can. */
export async function whyNoPostgres(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || (await onPath('setpriv'))) return undefined;
  return 'PostgreSQL does not run as root, and setpriv (util-linux) is missing to run it as nobody.';
}

/** Why a cluster can't be in that folder, or `undefined` when it can. */
export function whyNoCluster(cluster: string): string | undefined {
  if (Buffer.byteLength(cluster) <= longestSocketFolder) return undefined;
  return `${cluster} is too long a path for a socket: point XDG_CACHE_HOME or HEARTLINE_DATA at a shorter one.`;
}

/**
 * PostgreSQL refuses to run as root. There it runs as `nobody`, with one capability: to read its way through root's
 * private folders to the data, which is nobody's own. No program that it starts gains another.
 */
async function asOrdinaryUser(command: Command): Promise<Command> {
  if (process.getuid?.() !== 0) return command;
  const why = await whyNoPostgres();
  if (why) throw new Error(why);
  const { uid, gid } = await nobody();
  const capabilities = [
    '--securebits=+no_setuid_fixup',
    '--inh-caps=-all,+dac_read_search',
    '--ambient-caps=-all,+dac_read_search',
    '--bounding-set=-all,+dac_read_search',
    '--no-new-privs',
  ];
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capabilities, ...command];
}

async function nobody(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all([
    runCommand('id', ['-u', 'nobody']),
    runCommand('id', ['-g', 'nobody']),
  ]);
  return { uid: Number(uid), gid: Number(gid) };
}

/** Makes sure there is a cluster at `cluster`: copied from a template that is made once per machine. */
export async function ensureCluster(postgres: Postgres, cluster: string, log: Progress): Promise<void> {
  const why = whyNoCluster(cluster);
  if (why) throw new Error(why);
  if (await exists(cluster)) return;
  const template = await ensureTemplate(postgres, log);
  const partial = `${cluster}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(dirname(cluster), { recursive: true });
  await runCommand('cp', ['-a', '--reflink=auto', template, partial]);
  await rename(partial, cluster);
}

/** Indexes are built where they are asked for (`postgres-settings.ts`), so nobody has to look for them every two seconds. */
const withoutIndexBuilders =
  "SELECT cron.alter_job(jobid, active := false) FROM cron.job WHERE jobname LIKE 'documentdb_index_build_task%'";

/** An empty cluster with the extension in place; its owner is who runs the server. */
async function ensureTemplate(postgres: Postgres, log: Progress): Promise<string> {
  const tool = { name: 'postgresql-18-documentdb-cluster', version: '2', megabytes: 300 };
  const folder = await installTool(tool, log, async (target) => {
    const cluster = join(target, 'cluster');
    await mkdir(cluster, { mode: 0o700 });
    if (process.getuid?.() === 0) {
      const { uid, gid } = await nobody();
      await chown(cluster, uid, gid);
    }
    const options = ['-A', 'trust', '-U', 'postgres', '--no-locale', '-E', 'UTF8', '-D', cluster];
    const [program, ...words] = await asOrdinaryUser([...postgres.initdb, ...options]);
    await runCommand(program, words);
    const server = await startPostgres(postgres, {
      cluster,
      logFile: join(target, 'postgres.log'),
      purpose: 'app',
    });
    try {
      await query(postgres, cluster, 'CREATE EXTENSION documentdb CASCADE');
      await query(postgres, cluster, withoutIndexBuilders);
    } finally {
      await server.stop();
    }
  });
  return join(folder, 'cluster');
}

async function query(postgres: Postgres, cluster: string, sql: string): Promise<string> {
  const [program, ...words] = postgres.psql;
  return runCommand(program, [
    ...words,
    '-X',
    '-h',
    cluster,
    '-U',
    'postgres',
    '-v',
    'ON_ERROR_STOP=1',
    '-Atc',
    sql,
  ]);
}

export interface PostgresOptions {
  cluster: string;
  logFile: string;
  purpose: Purpose;
}

/** Starts the server on an existing cluster and waits until it accepts connections on its socket. */
export async function startPostgres(postgres: Postgres, options: PostgresOptions): Promise<Child> {
  const { cluster, logFile, purpose } = options;
  const settings = {
    ...durableSettings,
    ...(purpose === 'test' ? fragileSettings : {}),
    unix_socket_directories: cluster,
    // DocumentDB connects to its own server to build indexes.
    'documentdb.localhost_connection_string': `host=${cluster}`,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = await asOrdinaryUser([...postgres.server, '-D', cluster, ...flags]);
  const child = await startChild({ command, logFile, stopSignal: 'SIGINT' });
  await waitUntil('PostgreSQL', child, () => isReady(cluster, child.pid), 120_000);
  if (purpose === 'measurement') for (const statement of layOutLog) await query(postgres, cluster, statement);
  return child;
}

/** The server writes its state into a file: its pid first, `ready` last. */
async function isReady(cluster: string, pid: number): Promise<boolean> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}
