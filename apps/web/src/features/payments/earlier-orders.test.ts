import type { PaymentView } from '@heartline/contracts';
import { expect, it } from 'vitest';
import { earlierOrders } from './earlier-orders.ts';

const paid = (id: string, pack: PaymentView['package'], method: PaymentView['method']) =>
  ({ id, package: pack, method }) as PaymentView;

it('lists each pack and way once, the newest first [S2-068]', () => {
  const orders = earlierOrders([
    paid('c', 'p1', 'ideal'),
    paid('b', 'p2', 'ideal'),
    paid('a', 'p1', 'ideal'),
  ]);
  expect(orders.map(({ id }) => id)).toEqual(['c', 'b']);
});

it('lists at most five', () => {
  const methods = ['ideal', 'paypal', 'creditcard', 'blik', 'eps', 'sct'] as const;
  expect(earlierOrders(methods.map((method) => paid(method, 'p1', method)))).toHaveLength(5);
});
