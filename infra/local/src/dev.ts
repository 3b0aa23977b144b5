import { join } from 'node:path';
import { DATA } from './app/places.ts';
import { printOverview } from './app/print-overview.ts';
import { rejectArguments } from './app/reject-arguments.ts';
import { runApp } from './app/run-app.ts';
import { startApp } from './app/start-app.ts';

rejectArguments('`npm run dev`', 'starts the whole product, and reloads what is edited');
await runApp(async (log) => {
  const app = await startApp({ log, hot: true });
  printOverview(app, [
    'The web app reloads as you save; gateways and worker start again when their files change.',
    `Their logs are in ${join(DATA, 'logs')}. Ctrl-C ends everything.`,
  ]);
  return app;
});
