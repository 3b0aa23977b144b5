import {
  changeEmail,
  changePassword,
  confirmEmail,
  deleteAccount,
  getEmailChange,
  getExport,
  getPartnerOffers,
  ok,
  openLink,
  reactivateAccount,
  refuse,
  requestPasswordReset,
  resetPassword,
  setPartnerOffers,
  startExport,
} from '@heartline/contracts';
import { type CallHandler, handle } from '../http/call.ts';
import { deviceOf } from '../http/device-name.ts';
import { giveSwipedLikes } from './accounts.routes.ts';

export const accountsLifeRoutes: readonly CallHandler[] = [
  handle(requestPasswordReset, ({ core, input, site }) =>
    core.accounts.requestPasswordReset(input.email, site.site),
  ),
  handle(resetPassword, ({ core, input }) => core.accounts.resetPassword(input)),
  handle(changePassword, async ({ core, caller, input, cookies, request }) => {
    const result = await core.accounts.changePassword(caller, input, deviceOf(request, cookies));
    if (!result.ok) return result;
    cookies.start(result.value.secrets);
    return ok({ ok: true });
  }),
  handle(changeEmail, ({ core, caller, input }) => core.accounts.changeEmail(caller.member, input)),
  handle(getEmailChange, async ({ core, caller }) =>
    ok({ email: await core.accounts.getEmailChange(caller.member) }),
  ),
  handle(confirmEmail, ({ core, input }) => core.accounts.confirmEmail(input.token)),
  handle(deleteAccount, async ({ core, caller, input, cookies }) => {
    const result = await core.accounts.deleteAccount(caller.member, input.password);
    if (result.ok) cookies.end();
    return result;
  }),
  handle(reactivateAccount, async ({ core, input, cookies, request }) => {
    const result = await core.accounts.reactivate(input, deviceOf(request, cookies));
    if (!result.ok) return result;
    cookies.start(result.value.secrets);
    // The link confirms an account that was not confirmed yet.
    await giveSwipedLikes(core, result.value.member, request);
    return ok({ user: await core.accounts.presentUser(result.value.member) });
  }),
  handle(openLink, async ({ core, input, cookies, request }) => {
    const link = await core.accounts.lookAtLink(input.token, deviceOf(request, cookies));
    return link ? ok({ kind: link.kind, asks_password: link.asksPassword }) : refuse('NOT_FOUND');
  }),
  handle(getPartnerOffers, async ({ core, caller }) =>
    ok(await core.accounts.getPartnerOffers(caller.member)),
  ),
  handle(setPartnerOffers, ({ core, caller, input }) =>
    core.accounts.setPartnerOffers(caller.member, input.partner_offers),
  ),
  handle(getExport, async ({ core, caller }) => ok({ export: await core.accounts.getExport(caller) })),
  handle(startExport, ({ core, caller, input }) => core.accounts.startExport(caller, input.password)),
];
