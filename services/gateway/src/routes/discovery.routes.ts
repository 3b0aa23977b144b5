import { ok, searchMembers } from '@heartline/contracts';
import { type CallHandler, handle } from '../http/call.ts';

export const discoveryRoutes: readonly CallHandler[] = [
  handle(searchMembers, async ({ core, caller, input }) =>
    ok(await core.discovery.searchMembers({ member: caller.member, site: caller.site }, input)),
  ),
];
