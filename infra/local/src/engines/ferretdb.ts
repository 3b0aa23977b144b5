import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureFerretDb } from '../install/go-tools.ts';
import { ensurePostgres } from '../install/postgres.ts';
import { startChild } from '../process-group.ts';
import type { Progress } from '../progress.ts';
import { type OwnEngine, type Purpose, waitUntil } from './engine.ts';
import { answersMongo } from './mongo-client.ts';
import { ensureCluster, startPostgres } from './postgres.ts';

/** The folder of the PostgreSQL cluster below `dataDir`. */
export const clusterFolder = 'postgres';

/** FerretDB's connections to PostgreSQL: a process each, so few on few cores. */
const connections = 20;

/** It only passes on what PostgreSQL does: with as many threads as cores it spends its time looking for work. */
const threads = Math.max(1, Math.floor(availableParallelism() / 2));

export interface EmbeddedOptions {
  dataDir: string;
  port: number;
  purpose: Purpose;
}

/** Installs FerretDB and PostgreSQL where needed and says how to run them as one engine. */
export async function prepareFerretDb(
  { dataDir, port, purpose }: EmbeddedOptions,
  log: Progress,
): Promise<Pick<OwnEngine, 'url' | 'description' | 'launch'>> {
  const [ferretdb, postgres] = await Promise.all([ensureFerretDb(log), ensurePostgres(log)]);
  const cluster = join(dataDir, clusterFolder);
  const url = `mongodb://127.0.0.1:${port}/`;
  const launch: OwnEngine['launch'] = async (started) => {
    await mkdir(join(dataDir, 'ferretdb'), { recursive: true });
    await ensureCluster(postgres, cluster, log);
    await started(
      await startPostgres(postgres, { cluster, purpose, logFile: join(dataDir, 'postgres.log') }),
    );
    const flags = [
      `--postgresql-url=postgres:///postgres?host=${encodeURIComponent(cluster)}&user=postgres&pool_max_conns=${connections}`,
      `--listen-addr=127.0.0.1:${port}`,
      `--state-dir=${join(dataDir, 'ferretdb')}`,
      '--no-auth',
      '--telemetry=disable',
      '--debug-addr=-',
      '--log-level=ERROR',
    ];
    // Collecting garbage a quarter as often costs 10 MB and saves a third of FerretDB's processor time in bulks.
    const child = await startChild({
      command: ['env', 'GOGC=400', `GOMAXPROCS=${threads}`, ferretdb, ...flags],
      logFile: join(dataDir, 'ferretdb.log'),
    });
    await started(child);
    await waitUntil('FerretDB', child, () => answersMongo(url));
  };
  return { url, launch, description: 'FerretDB 2.7.0 on PostgreSQL 18 with DocumentDB' };
}
