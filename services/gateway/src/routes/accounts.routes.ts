import {
  activate,
  checkSignUp,
  endSession,
  getSessions,
  getUser,
  logIn,
  logOut,
  ok,
  refuse,
  resendActivation,
  signUp,
  updateLanguage,
} from '@heartline/contracts';
import type { Core } from '@heartline/core';
import type { FastifyRequest } from 'fastify';
import { type CallHandler, handle } from '../http/call.ts';
import { deviceOf } from '../http/device-name.ts';
import { isMeant } from '../http/session.ts';

export const accountsRoutes: readonly CallHandler[] = [
  handle(checkSignUp, ({ core, input, site, request }) =>
    core.accounts.checkSignUp(input, { site, network: request.cookies['network'] }),
  ),
  handle(signUp, async ({ core, input, site, cookies, request }) => {
    const result = await core.accounts.signUp(input, {
      site,
      network: request.cookies['network'],
      device: deviceOf(request, cookies),
    });
    if (!result.ok) return result;
    await core.discovery.claimSwipes(cookies.visitor, result.value.member);
    cookies.start(result.value.secrets);
    return ok({ email: result.value.email });
  }),
  handle(activate, async ({ core, input, cookies, request }) => {
    const result = await core.accounts.activate(input, deviceOf(request, cookies));
    if (!result.ok) return result;
    cookies.start(result.value.secrets);
    await giveSwipedLikes(core, result.value.member, request);
    return ok({ user: await core.accounts.presentUser(result.value.member) });
  }),
  handle(resendActivation, ({ core, input, site }) => core.accounts.resendActivation(input.email, site.site)),
  handle(logIn, async ({ core, input, site, cookies, request }) => {
    const result = await core.accounts.logIn(input, site.site, deviceOf(request, cookies));
    if (!result.ok) return result;
    cookies.start(result.value.secrets);
    await giveSwipedLikes(core, result.value.member, request);
    return ok({ user: await core.accounts.presentUser(result.value.member) });
  }),
  handle(getUser, async ({ core, caller }) => {
    // The version is read first: a client that fetches what it says never skips an event.
    const version = await core.accounts.versionOf(caller.member);
    return ok({
      user: await core.accounts.presentUser(caller.member),
      version,
      serverAt: core.accounts.now(),
    });
  }),
  handle(updateLanguage, async ({ core, caller, input }) => {
    await core.accounts.updateLanguage(caller.member, input.language);
    return ok({ user: await core.accounts.presentUser(caller.member) });
  }),
  handle(logOut, async ({ core, input, cookies, request }) => {
    // A visitor has nothing to end, and is answered; so this call is asked at no door whom its page means.
    const { session: secret } = cookies;
    const session = secret ? await core.accounts.authenticate(secret) : undefined;
    if (session && !isMeant(session, request)) return refuse('ANOTHER_MEMBER');
    if (secret) await core.accounts.logOut(secret);
    if (!input.leaving) cookies.end();
    return ok({ ok: true });
  }),
  handle(getSessions, async ({ core, caller }) =>
    ok({ sessions: await core.accounts.listSessions(caller.member, caller.session) }),
  ),
  handle(endSession, async ({ core, caller, input }) =>
    input.id === undefined
      ? core.accounts.endOtherSessions(caller.member, caller.session)
      : core.accounts.endSession(caller.member, input.id),
  ),
];

/**
 * Turns the likes of a visitor into likes of the member. A failure does not end the log-in; each log-in tries again.
 */
export async function giveSwipedLikes(
  { discovery }: Core,
  member: string,
  { log }: FastifyRequest,
): Promise<void> {
  await discovery
    .giveSwipedLikes(member)
    .catch((error: unknown) => log.warn({ member, reason: String(error) }, 'likes of a visitor not given'));
}
