import { openHouse } from './house/open-house.ts';
import { runHouse } from './house/run-house.ts';
import { takeNoWords } from './house/take-no-words.ts';
import { tellAll } from './house/tell-all.ts';

takeNoWords('`npm start`', 'starts the whole product with its demo world');
await runHouse(async (log) => {
  const house = await openHouse({ log, hot: false });
  tellAll(house, [
    'Try this: open the hub, sign in as Mara on a and as Jonas on b, like each other, and write.',
    'Ctrl-C ends everything; what you did is still there next time. `npm run reset` starts afresh.',
  ]);
  return house;
});
