import { claimData, DATA, deleteStored, engineData, GUEST_NAME } from './app/places.ts';
import { rejectArguments } from './app/reject-arguments.ts';
import { print } from './app/terminal.ts';
import { deleteData, readEngineConfig } from './engines/index.ts';
import { exists } from './install/install-tool.ts';

rejectArguments('`npm run reset`', 'deletes the members, messages and pictures of the demo');

/**
 * Deletes what Heartline keeps on this machine for this checkout: members, messages, jobs, pictures, secrets. Installed
 * tools and drawings of the demo stay. Data of engines that were brought by URL is never touched.
 */
try {
  if (await exists(DATA)) await claimData();
  for (const engine of ['mongo', 'redis'] as const) await deleteData(engineData(engine));
  await deleteStored();
  print('Everything of the demo is deleted; the next `npm start` begins afresh.');
  const { mongodbUrl, redisUrl } = readEngineConfig();
  if (mongodbUrl) print(`MONGODB_URL was left alone, with what the demo keeps there as ${GUEST_NAME}.`);
  if (redisUrl) print(`REDIS_URL was left alone, with what the demo keeps there as ${GUEST_NAME}.`);
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
