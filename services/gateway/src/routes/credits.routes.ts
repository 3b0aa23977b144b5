import { getSpending, getStatement, ok, refuse, setSpending } from '@heartline/contracts';
import { handle } from '../http/call.ts';

/** The credits statement, and what a member allows themselves to spend. */
export const creditsRoutes = [
  handle(getStatement, async ({ core, caller, input }) =>
    ok(await core.credits.getStatement(caller.member, input)),
  ),
  handle(getSpending, async ({ core, caller }) => {
    const { settings } = await core.site.settingsOf(caller.site);
    return ok(await core.credits.getSpending(caller.member, settings.time_zone));
  }),
  handle(setSpending, async ({ core, caller, input }) => {
    const { settings } = await core.site.settingsOf(caller.site);
    const done = await core.credits.limitSpending(caller.member, input, settings.time_zone);
    return done ? ok({ ok: true }) : refuse('UNAVAILABLE');
  }),
];
