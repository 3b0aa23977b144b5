import { startMongo, startRedis } from '../src/engines/index.ts';

/** Starts engines on the data folder given, tells their process ids, and then waits to be killed. */
const dataDir = process.argv[2] ?? '';
const mongo = await startMongo({ dataDir: `${dataDir}/mongo` });
const redis = await startRedis({ dataDir: `${dataDir}/redis` });
// A frozen engine can't end by itself: the watchdog has to see to that as well.
redis.pause();
process.stdout.write(`${JSON.stringify({ pids: [...mongo.pids(), ...redis.pids()], url: mongo.url })}\n`);
setInterval(() => undefined, 60_000);
