import { printOverview } from './app/print-overview.ts';
import { rejectArguments } from './app/reject-arguments.ts';
import { runApp } from './app/run-app.ts';
import { startApp } from './app/start-app.ts';

rejectArguments('`npm start`', 'starts the whole product with its demo world');
await runApp(async (log) => {
  const app = await startApp({ log, hot: false });
  printOverview(app, [
    'Try this: open the hub, sign in as Mara on a and as Jonas on b, like each other, and write.',
    'Ctrl-C ends everything; what you did is still there next time. `npm run reset` starts afresh.',
  ]);
  return app;
});
