import {
  cancelPayment,
  getDiscountCode,
  getPackages,
  getPayment,
  getPrices,
  getRefund,
  getWithdrawal,
  listPayments,
  ok,
  paymentWebhook,
  startPayment,
  startRefund,
  winBack,
  withdraw,
} from '@heartline/contracts';
import { type CallHandler, handle } from '../http/call.ts';

export const paymentsRoutes: readonly CallHandler[] = [
  handle(getPackages, async ({ core, caller, input }) =>
    ok(await core.payments.getPackages(caller, input.country)),
  ),
  handle(getPrices, async ({ core, site, input, country }) =>
    ok(await core.payments.getPrices(site.site, { asked: input.country, country })),
  ),
  handle(getDiscountCode, ({ core, caller, input }) => core.payments.getDiscountCode(caller, input)),
  handle(winBack, async ({ core, caller }) => ok(await core.payments.winBack(caller))),
  handle(startPayment, ({ core, caller, input, site, locale, country, request }) => {
    const host = site.configured ? request.host : null;
    const buyer = { member: caller.member, site: caller.site, host, locale, country };
    return core.payments.startPayment(buyer, input);
  }),
  handle(getPayment, ({ core, caller, input }) => core.payments.getPayment(caller.member, input.id)),
  handle(listPayments, async ({ core, caller }) => ok(await core.payments.listPayments(caller.member))),
  handle(cancelPayment, ({ core, caller, input }) =>
    core.payments.cancelPayment(caller.member, input.payment),
  ),
  handle(getRefund, async ({ core, caller }) => ok(await core.payments.getRefund(caller))),
  handle(startRefund, ({ core, caller, input }) => core.payments.startRefund(caller, input)),
  handle(getWithdrawal, ({ core, site, input }) => core.payments.getWithdrawal(site.site, input)),
  handle(withdraw, ({ core, site, locale, country, input }) =>
    core.payments.withdraw({ site: site.site, locale, country }, input),
  ),
  handle(paymentWebhook, ({ core, input, rawBody, request }) =>
    core.payments.handleWebhook(input.account, {
      body: rawBody,
      headers: request.headers,
      query: request.query as Record<string, unknown>,
    }),
  ),
];
