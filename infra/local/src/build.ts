import { buildWeb } from './app/build-web.ts';
import { rejectArguments } from './app/reject-arguments.ts';
import { createScreen, print } from './app/terminal.ts';

rejectArguments(
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
