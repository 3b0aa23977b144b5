import { DEMO_PASSWORD } from '../demo-world/index.ts';
import type { House } from './open-house.ts';
import { bold, print, printTable } from './screen.ts';

/** Where everything is, who one can be, and what to try. */
export function tellAll(house: House, more: readonly string[]): void {
  const [a, b] = house.stack.gateways;
  print();
  print(bold('Heartline is running.'));
  print();
  printTable([
    ['hub', `${house.hub.origin}   everything is one click away there`],
    ['site', `${a?.origin}   and   ${b?.origin}   two people in one browser`],
    ['mailbox', `${house.neighbours.mailbox.origin}   activation mails land here`],
    ['push inbox', house.neighbours.push.origin],
    ['payments', house.neighbours.payments.origin],
    ['accounts', `mara@demo.example, jonas@demo.example   password: ${DEMO_PASSWORD}`],
  ]);
  print();
  for (const line of more) print(line);
  print();
}
