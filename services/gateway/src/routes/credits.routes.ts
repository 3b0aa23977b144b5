import { getStatement, ok } from '@heartline/contracts';
import { handle } from '../http/call.ts';

/** The credits statement. */
export const creditsRoutes = [
  handle(getStatement, async ({ core, caller, input }) =>
    ok(await core.credits.getStatement(caller.member, input.before)),
  ),
];
