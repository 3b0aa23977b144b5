import {
  blockProfile,
  complain,
  complainByLink,
  getBlocked,
  getCase,
  getCases,
  getInvisible,
  getReportable,
  ok,
  openCaseLink,
  reportProfile,
  setInvisible,
  unblockProfile,
} from '@heartline/contracts';
import { type CallHandler, handle } from '../http/call.ts';

export const safetyRoutes: readonly CallHandler[] = [
  handle(blockProfile, ({ core, caller, input }) => core.safety.blockProfile(caller.member, input.profile)),
  handle(unblockProfile, ({ core, caller, input }) =>
    core.safety.unblockProfile(caller.member, input.profile),
  ),
  handle(getBlocked, async ({ core, caller }) => ok(await core.safety.getBlocked(caller.member))),
  handle(getInvisible, async ({ core, caller }) => ok(await core.safety.getInvisible(caller.member))),
  handle(setInvisible, ({ core, caller, input }) => core.safety.setInvisible(caller.member, input.invisible)),
  handle(reportProfile, ({ core, caller, input }) => core.safety.reportProfile(caller.member, input)),
  handle(getReportable, ({ core, caller, input }) => core.safety.getReportable(caller.member, input.profile)),
  handle(getCases, async ({ core, caller }) => ok(await core.safety.getCases(caller.member))),
  handle(getCase, ({ core, caller, input }) => core.safety.getCase(caller.member, input.id)),
  handle(complain, ({ core, caller, input }) => core.safety.complain(caller.member, input.id, input.words)),
  handle(openCaseLink, ({ core, input }) => core.safety.getCaseByLink(input.id, input.key)),
  handle(complainByLink, ({ core, input }) => core.safety.complainByLink(input.id, input.key, input.words)),
];
