import {
  getDiscountCode,
  getPackages,
  getPayment,
  getRefund,
  ok,
  paymentWebhook,
  startPayment,
  startRefund,
} from '@heartline/contracts';
import { type CallHandler, handle } from '../http/call.ts';

export const paymentsRoutes: readonly CallHandler[] = [
  handle(getPackages, async ({ core, caller }) => ok(await core.payments.getPackages(caller.member))),
  handle(getDiscountCode, async ({ core, caller }) => ok(await core.payments.getDiscountCode(caller.member))),
  handle(startPayment, ({ core, caller, input }) => core.payments.startPayment(caller.member, input)),
  handle(getPayment, ({ core, caller, input }) => core.payments.getPayment(caller.member, input.id)),
  handle(getRefund, async ({ core, caller }) => ok(await core.payments.getRefund(caller))),
  handle(startRefund, ({ core, caller, input }) => core.payments.startRefund(caller, input)),
  handle(paymentWebhook, ({ core, input, rawBody, request }) => {
    const signature = request.headers['x-payment-signature'];
    return core.payments.handleWebhook({
      rawBody,
      signature: typeof signature === 'string' ? signature : undefined,
      event: input,
    });
  }),
];
