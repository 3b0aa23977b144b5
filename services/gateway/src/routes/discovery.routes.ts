import {
  countMembers,
  findMatches,
  getEntryMember,
  getProfileAsVisitor,
  getSearch,
  getSignUpMatches,
  getSwipeGame,
  ok,
  passProfile,
  type Refusal,
  refuse,
  relatedMembers,
  resetSearch,
  saveSearch,
  searchAsVisitor,
  searchMembers,
  similarMembers,
  swipeLike,
  undoPass,
  undoSwipeLike,
} from '@heartline/contracts';
import type { Player } from '@heartline/core';
import { hasTrafficSource, readTracking, TRACKING_COOKIE, visitorSearch } from '@heartline/domain';
import { type Call, type CallHandler, handle } from '../http/call.ts';
import { networkOf } from '../http/network.ts';

export const discoveryRoutes: readonly CallHandler[] = [
  handle(searchMembers, async ({ core, caller, input }) => core.discovery.searchMembers(caller, input)),
  handle(countMembers, async ({ core, caller, input }) => core.discovery.countMembers(caller, input)),
  handle(similarMembers, async ({ core, caller, input }) => core.discovery.similarMembers(caller, input)),
  handle(relatedMembers, async ({ core, caller, input }) => core.discovery.relatedMembers(caller, input.id)),
  handle(findMatches, async ({ core, caller, input }) => core.discovery.findMatches(caller, input)),
  handle(getSearch, async ({ core, caller }) => ok(await core.discovery.rememberedSearch(caller))),
  handle(saveSearch, async ({ core, caller, input }) => core.discovery.saveSearch(caller, input)),
  handle(resetSearch, async ({ core, caller }) => ok(await core.discovery.resetSearch(caller))),
  handle(getSignUpMatches, async ({ core, caller }) => ok(await core.discovery.signUpMatches(caller))),
  handle(getEntryMember, async ({ core, site, input }) => core.discovery.entryMember(site.site, input.id)),
  handle(passProfile, async ({ core, caller, input }) => core.discovery.passProfile(caller, input.profile)),
  handle(undoPass, async ({ core, caller, input }) => {
    await core.discovery.undoPass(caller, input.profile);
    return ok({ ok: true });
  }),
  handle(searchAsVisitor, async ({ core, site, cookies, request, input }) => {
    const search = searchOf({ site, request });
    if (search === 'none') return CLOSED;
    return core.discovery.searchAsVisitor(
      site.site,
      core.discovery.visitorOf(cookies.visitor),
      input,
      search,
    );
  }),
  handle(getProfileAsVisitor, async ({ core, site, request, input }) => {
    if (searchOf({ site, request }) !== 'full') return CLOSED;
    const profile = await core.discovery.profileAsVisitor(site.site, input.id);
    return profile.ok ? ok({ profile: profile.value }) : profile;
  }),
  handle(getSwipeGame, async (call) => call.core.discovery.swipeGame(playerOf(call), call.input)),
  handle(undoSwipeLike, async (call) =>
    ok(await call.core.discovery.undoSwipeLike(playerOf(call), call.input.profile)),
  ),
  handle(swipeLike, async (call) => call.core.discovery.swipeLike(playerOf(call), call.input.profile)),
];

const CLOSED: { ok: false; refusal: Refusal } = refuse('AUTHENTICATION_REQUIRED');

/** The search level of this visitor, by the site’s settings and their traffic source, never by the query. */
function searchOf({ site, request }: Pick<Call, 'site' | 'request'>) {
  const cameBy = readTracking(request.cookies[TRACKING_COOKIE.name]);
  return visitorSearch(site.settings, hasTrafficSource(cameBy));
}

/** Returns the player; creates a name for a new one. */
function playerOf({
  core,
  site,
  cookies,
  request,
}: Pick<Call, 'core' | 'site' | 'cookies' | 'request'>): Player {
  const known = core.discovery.visitorOf(cookies.visitor);
  const place = { network: networkOf(request.ip), site: site.site };
  if (known) return { visitor: known, ...place };
  const { visitor, cookie } = core.discovery.newVisitor();
  cookies.nameVisitor(cookie);
  return { visitor, ...place };
}
