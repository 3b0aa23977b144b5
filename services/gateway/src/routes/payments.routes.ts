import {
  cancelPayment,
  directDebit,
  getDirectDebit,
  getDiscountCode,
  getPackages,
  getPayment,
  getPrices,
  getRefund,
  getWithdrawal,
  listPayments,
  ok,
  paymentWebhook,
  revokeMandate,
  startPayment,
  startRefund,
  winBack,
  withdraw,
} from '@heartline/contracts';
import { type Call, type CallHandler, handle } from '../http/call.ts';
import { networkOf } from '../http/network.ts';

/** The member who orders, with the host, language and country that they order from. */
function buyerOf({ caller, site, locale, country, request }: Call<typeof startPayment | typeof directDebit>) {
  const host = site.configured ? request.host : null;
  return { member: caller.member, site: caller.site, host, locale, country };
}

export const paymentsRoutes: readonly CallHandler[] = [
  handle(getPackages, async ({ core, caller, input }) =>
    ok(await core.payments.getPackages(caller, input.country)),
  ),
  handle(getPrices, async ({ core, site, input, country }) =>
    ok(await core.payments.getPrices(site.site, { asked: input.country, country })),
  ),
  handle(getDiscountCode, ({ core, caller, input }) => core.payments.getDiscountCode(caller, input)),
  handle(winBack, async ({ core, caller }) => ok(await core.payments.winBack(caller))),
  handle(startPayment, (call) => call.core.payments.startPayment(buyerOf(call), call.input)),
  handle(getDirectDebit, async ({ core, caller }) => ok(await core.payments.getDirectDebit(caller))),
  handle(directDebit, (call) => {
    const { core, input, request } = call;
    const device = {
      ip: request.ip,
      network: networkOf(request.ip),
      userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
    };
    return core.payments.directDebit({ ...buyerOf(call), ...device }, input);
  }),
  handle(revokeMandate, ({ core, caller, input }) =>
    core.payments.revokeMandate(caller.member, input.mandate),
  ),
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
