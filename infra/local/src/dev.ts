import { join } from 'node:path';
import { openHouse } from './house/open-house.ts';
import { DATA } from './house/places.ts';
import { runHouse } from './house/run-house.ts';
import { takeNoWords } from './house/take-no-words.ts';
import { tellAll } from './house/tell-all.ts';

takeNoWords('`npm run dev`', 'starts the whole product, and reloads what is edited');
await runHouse(async (log) => {
  const house = await openHouse({ log, hot: true });
  tellAll(house, [
    'The web app reloads as you save; gateways and worker start again when their files change.',
    `Their logs are in ${join(DATA, 'logs')}. Ctrl-C ends everything.`,
  ]);
  return house;
});
