import { DEMO_PASSWORD } from '../demo-world/index.ts';
import type { App } from './start-app.ts';
import { bold, print, printTable } from './terminal.ts';

/** Prints addresses, accounts, and things to try. */
export function printOverview(app: App, more: readonly string[]): void {
  const [a, b] = app.stack.gateways;
  print();
  print(bold('Heartline is running.'));
  print();
  printTable([
    ['hub', `${app.devHub.origin}   everything is one click away there`],
    ['site', `${a?.origin}   and   ${b?.origin}   two people in one browser`],
    ['mailbox', `${app.stubs.mailbox.origin}   mails and text messages land here`],
    ['push inbox', app.stubs.push.origin],
    ['payments', app.stubs.payments.origin],
    ['accounts', `mara@demo.example, jonas@demo.example   password: ${DEMO_PASSWORD}`],
  ]);
  print();
  for (const line of more) print(line);
  print();
}
