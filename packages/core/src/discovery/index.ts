import type {
  findMatches as findMatchesCall,
  getSwipeGame,
  MemberSearch,
  ParsedOf,
  SearchQuery,
  searchAsVisitor as searchAsVisitorCall,
} from '@heartline/contracts';
import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import { profileCollection } from '../profiles/index.ts';
import type { DiscoveryContext, DiscoveryFeatures, Searcher } from './discovery-context.ts';
import { findMatches, passProfile } from './find-matches.ts';
import { Follower } from './follow-profiles.ts';
import { createPassRepository } from './pass.repository.ts';
import { discoveryData } from './personal-data.ts';
import { relatedMembers } from './related-members.ts';
import { rememberedSearch, resetSearch, saveSearch } from './remembered-search.ts';
import { createSearchRepository } from './search.repository.ts';
import { countMembers, searchAsVisitor, searchMembers, similarMembers } from './search-members.ts';
import { entryMember, signUpMatches } from './sign-up-matches.ts';
import { createSwipeRepository } from './swipe.repository.ts';
import {
  claimSwipes,
  giveSwipedLikes,
  type Player,
  swipeGame,
  swipeLike,
  undoSwipeLike,
  visitorOf,
} from './swipe-game.ts';
import { readVisitor, signVisitor } from './visitor-id.ts';

export type { Player } from './swipe-game.ts';

/** For the changes, and for a stretch of an index: the two ways profiles are read. */
export const indexes: readonly IndexSpec[] = [
  { collection: 'profiles', key: { changedAt: 1 } },
  { collection: 'profiles', key: { listed: 1, shuffle: 1 } },
  { collection: 'passes', key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
  { collection: 'swipes', key: { member: 1 } },
  { collection: 'swipes', key: { at: 1 } },
  { collection: 'swipes', key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
  { collection: 'swipeSlots', key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
];

type Member = { member: string; site: string };

/** Finding members: search, related profiles, the match finder, and the swipe game of visitors. */
export function createDiscovery(
  deps: Pick<CoreDeps, 'mongo' | 'clock' | 'config' | 'ids' | 'presence'>,
  features: DiscoveryFeatures,
) {
  const searchIndexes = new Follower(profileCollection(deps.mongo), deps.clock, deps.presence);
  const context: DiscoveryContext = {
    ...deps,
    ...features,
    searchIndexes,
    passes: createPassRepository(deps.mongo),
    swipes: createSwipeRepository(deps.mongo),
    searches: createSearchRepository(deps.mongo),
  };
  const asMember = ({ member, site }: Member): Searcher => ({ id: member, site, member: true });
  const secret = deps.config.mediaSecret;
  return {
    /** Reads all listed profiles into memory, so that the first search after a start is fast. */
    warmUp: () => searchIndexes.load(),
    searchMembers: (viewer: Member, query: SearchQuery) => searchMembers(context, asMember(viewer), query),
    countMembers: (viewer: Member, filter: Omit<SearchQuery, 'cursor'>) =>
      countMembers(context, asMember(viewer), filter),
    similarMembers: (viewer: Member, query: SearchQuery) => similarMembers(context, asMember(viewer), query),
    relatedMembers: (viewer: Member, profile: string) => relatedMembers(context, asMember(viewer), profile),
    findMatches: (viewer: Member, input: ParsedOf<typeof findMatchesCall>) =>
      findMatches(context, asMember(viewer), input),
    /** The search a member starts with, on every device. */
    rememberedSearch: (viewer: Member) => rememberedSearch(context, asMember(viewer)),
    saveSearch: (viewer: Member, search: MemberSearch) => saveSearch(context, asMember(viewer), search),
    resetSearch: (viewer: Member) => resetSearch(context, asMember(viewer)),
    signUpMatches: (viewer: Member) => signUpMatches(context, asMember(viewer)),
    entryMember: (site: string, profile: string) => entryMember(context, site, profile),
    passProfile: (viewer: Member, profile: string) => passProfile(context, asMember(viewer), profile),
    undoPass: (viewer: Member, profile: string) => context.passes.remove(viewer.member, profile),
    /**
     * A visitor's search. Their id determines the start of the scan; all visitors without one share a start.
     */
    searchAsVisitor(
      site: string,
      visitor: string | undefined,
      { own_gender: gender, own_sexuality: sexuality, ...query }: ParsedOf<typeof searchAsVisitorCall>,
      level: 'basic' | 'full',
    ) {
      const searcher = { ...visitorOf(visitor ?? 'visitor', { gender, sexuality }), site };
      return searchAsVisitor(context, searcher, query, level);
    },
    profileAsVisitor: (site: string, profile: string) => context.profiles.visitorProfile(site, profile),
    /** The visitor of a cookie signed by this site. */
    visitorOf: (cookie: string | undefined) => readVisitor(cookie, secret),
    /** A new visitor, with the cookie that identifies them. */
    newVisitor(): { visitor: string; cookie: string } {
      const visitor = deps.ids.documentId();
      return { visitor, cookie: signVisitor(visitor, secret) };
    },
    swipeGame: (player: Player, input: ParsedOf<typeof getSwipeGame>) => swipeGame(context, player, input),
    undoSwipeLike: (player: Player, profile: string) => undoSwipeLike(context, player, profile),
    swipeLike: (player: Player, profile: string) => swipeLike(context, player, profile),
    /**
     * A visitor signed up as this member; `cookie` may be anything. Their likes become valid once the member
     * is active.
     */
    async claimSwipes(cookie: string | undefined, member: string): Promise<void> {
      const visitor = readVisitor(cookie, secret);
      if (visitor) await claimSwipes(context, visitor, member);
    },
    personalData: discoveryData(context),
    giveSwipedLikes: (member: string) => giveSwipedLikes(context, member),
  };
}
