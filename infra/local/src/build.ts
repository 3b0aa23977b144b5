import { buildWeb } from './house/build-web.ts';
import { createScreen, print } from './house/screen.ts';
import { takeNoWords } from './house/take-no-words.ts';

takeNoWords(
  '`npm run build`',
  'builds the web app that gateways serve, unless it is built from these sources already',
);

const log = createScreen();
try {
  await buildWeb(log);
  log('the web app is built', 'apps/web/dist');
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
