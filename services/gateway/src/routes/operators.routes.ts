import {
  addOperatorNote,
  getLanderFigures,
  getOperator,
  getOperatorConversation,
  getOperatorGifts,
  getOperatorMessages,
  getOperatorQueue,
  getOperatorReports,
  ok,
  postAnswer,
  readOperatorReports,
  refuse,
  releaseLease,
  removeOperatorNote,
  removeReply,
  renewLease,
  reportByOperator,
  saveReply,
  signInOperator,
  signOutOperator,
  takeLease,
  typeAnswer,
} from '@heartline/contracts';
import { type CallHandler, handle } from '../http/call.ts';
import { deviceName } from '../http/device-name.ts';

/** The people who answer for fictional profiles: signing in, their queue, and answering. */
export const operatorRoutes: readonly CallHandler[] = [
  handle(signInOperator, async ({ core, input, site, cookies, request }) => {
    const device = {
      name: deviceName(request.headers['user-agent']),
      secret: cookies.operatorDevice,
      replaces: cookies.operator,
    };
    const result = await core.accounts.operators.signIn(input, site.site, device);
    if (!result.ok) return result;
    const { operator, secrets } = result.value;
    cookies.startOperator(secrets);
    return ok({ operator: { name: operator.name, expiresAt: secrets.expiresAt } });
  }),
  handle(signOutOperator, async ({ core, cookies, request }) => {
    const secret = cookies.operator;
    const session = secret ? await core.accounts.operators.authenticate(secret) : undefined;
    if (session) await core.messaging.operators.releaseAllOf(session.operator);
    if (secret) {
      await core.accounts.operators.signOut(secret, deviceName(request.headers['user-agent']));
    }
    cookies.endOperator();
    return ok({ ok: true });
  }),
  handle(getOperator, async ({ core, caller: { name, expiresAt } }) =>
    ok({ operator: { name, expiresAt }, serverAt: core.accounts.now() }),
  ),
  handle(getOperatorQueue, async ({ core, caller }) => ok(await core.messaging.operators.queue(caller))),
  handle(takeLease, ({ core, caller, input }) => core.messaging.operators.take(caller, input.conversation)),
  handle(renewLease, ({ core, caller, input }) => core.messaging.operators.renew(caller, input)),
  handle(releaseLease, ({ core, caller, input }) => core.messaging.operators.release(caller, input)),
  handle(getOperatorConversation, ({ core, caller, input }) =>
    core.messaging.operators.conversation(caller, input.conversation),
  ),
  handle(getOperatorGifts, async ({ core, caller, site, locale }) =>
    ok(await core.messaging.gifts(caller.site, site.settings, locale)),
  ),
  handle(getOperatorMessages, ({ core, caller, input }) => core.messaging.operators.messages(caller, input)),
  handle(postAnswer, ({ core, caller, input }) => core.messaging.operators.answer(caller, input)),
  handle(typeAnswer, ({ core, caller, input }) => core.messaging.operators.typing(caller, input)),
  handle(addOperatorNote, ({ core, caller, input }) => core.messaging.operators.addNote(caller, input)),
  handle(removeOperatorNote, ({ core, caller, input }) => core.messaging.operators.removeNote(caller, input)),
  handle(saveReply, ({ core, caller, input }) => core.messaging.operators.saveReply(caller, input)),
  handle(removeReply, ({ core, caller, input }) => core.messaging.operators.removeReply(caller, input)),
  handle(getOperatorReports, async ({ core, caller }) => ok(await core.messaging.operators.reports(caller))),
  handle(readOperatorReports, async ({ core, caller, input }) => {
    await core.messaging.operators.readReports(caller, input.upTo);
    return ok({ ok: true });
  }),
  handle(getLanderFigures, async ({ core, caller, input }) => {
    const stats = await core.pages.landers.operate.stats(caller.site, input);
    return 'done' in stats ? ok(stats.done) : refuse('VALIDATION_FAILED', { fields: { from: 'INVALID' } });
  }),
  handle(reportByOperator, ({ core, caller, input }) => core.messaging.operators.report(caller, input)),
];
