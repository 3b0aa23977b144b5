import { buildWeb } from './house/build-web.ts';
import { createScreen, print } from './house/screen.ts';

/** `npm run build`: the web app that gateways serve, unless it was built from exactly these sources before. */
const log = createScreen();
try {
  await buildWeb(log);
  log('the web app is built', 'apps/web/dist');
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
