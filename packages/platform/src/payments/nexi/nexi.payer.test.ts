import { expect, it } from 'vitest';
import { lookOf, nexiOrder } from './nexi.shapes.ts';

const look = (additionalData: unknown, operationResult = 'EXECUTED') =>
  lookOf(
    nexiOrder.parse({
      orderStatus: { order: { orderId: 'x', amount: '1999', currency: 'EUR' } },
      operations: [
        {
          operationId: '101',
          operationType: 'AUTHORIZATION',
          operationResult,
          operationTime: '2026-11-29T02:00:00Z',
          operationAmount: '1999',
          additionalData,
        },
      ],
    }),
  );

it.each([
  [{ authorizationCode: '647189', cardCountry: 'ITA' }, 'IT'],
  [{ cardCountry: 'XXX' }, null],
  [{}, null],
  [null, null],
  ['text', null],
])('reads the payer of Nexi from %j as %s', (additionalData, country) => {
  expect(look(additionalData).payer).toEqual({ country, ibanEnd: null });
});

it('takes a card that was declined for no payer', () => {
  expect(look({ cardCountry: 'ITA' }, 'DECLINED').payer).toEqual({ country: null, ibanEnd: null });
});
