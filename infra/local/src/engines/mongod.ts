import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { startChild } from '../process-group.ts';
import { runCommand } from '../run-command.ts';
import { type OwnEngine, waitUntil } from './engine.ts';
import { answersMongo, withMongo } from './mongo-client.ts';

/** The folder of `mongod` below `dataDir`. */
export const mongodFolder = 'mongod';

const replicaSet = 'heartline';

/** Says how to run a `mongod` as a replica set of one, so that majority writes and transactions exist. */
export async function prepareMongod(
  binary: string,
  { dataDir, port }: { dataDir: string; port: number },
): Promise<Pick<OwnEngine, 'url' | 'description' | 'launch'>> {
  const version = /v(\d+\.\d+\.\d+)/.exec(await runCommand(binary, ['--version']))?.[1] ?? '';
  const direct = `mongodb://127.0.0.1:${port}/`;
  const launch: OwnEngine['launch'] = async (started) => {
    const dbPath = join(dataDir, mongodFolder);
    await mkdir(dbPath, { recursive: true });
    const flags = [
      '--replSet',
      replicaSet,
      '--dbpath',
      dbPath,
      '--port',
      String(port),
      '--bind_ip',
      '127.0.0.1',
    ];
    const child = await startChild({ command: [binary, ...flags], logFile: join(dataDir, 'mongod.log') });
    await started(child);
    await waitUntil('mongod', child, () => answersMongo(direct));
    await waitUntil('mongod', child, () =>
      withMongo(direct, (admin) => becomePrimary(admin, `127.0.0.1:${port}`)),
    );
  };
  return { url: `${direct}?replicaSet=${replicaSet}`, launch, description: `MongoDB ${version} (${binary})` };
}

interface ReplicaSetConfig {
  version: number;
  members: { _id: number; host: string }[];
}

/**
 * Forms the set at the first start; later only its address may have changed. Answers whether it takes writes.
 * Asked again and again: just after its start a member may not have read its own configuration yet.
 */
async function becomePrimary(admin: mongo.Admin, host: string): Promise<boolean> {
  const config = await currentConfig(admin);
  const members = [{ _id: 0, host }];
  if (!config) {
    await admin.command({ replSetInitiate: { _id: replicaSet, members } });
  } else if (config.members[0]?.host !== host) {
    await admin.command({
      replSetReconfig: { ...config, version: config.version + 1, members },
      force: true,
    });
  }
  return (await admin.command({ hello: 1 }))['isWritablePrimary'] === true;
}

const notYetInitialized = 94;

async function currentConfig(admin: mongo.Admin): Promise<ReplicaSetConfig | undefined> {
  try {
    return (await admin.command({ replSetGetConfig: 1 }))['config'] as ReplicaSetConfig;
  } catch (error) {
    if ((error as mongo.MongoServerError).code === notYetInitialized) return undefined;
    throw error;
  }
}
