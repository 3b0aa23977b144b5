import {
  autoLike,
  getLike,
  getLikes,
  getOlderLikes,
  hideMatch,
  likeProfile,
  ok,
  seeLike,
  unlikeProfile,
} from '@heartline/contracts';
import { type CallHandler, handle } from '../http/call.ts';

export const likesRoutes: readonly CallHandler[] = [
  handle(getLikes, async ({ core, caller }) => ok(await core.likes.getLikes(caller.member))),
  handle(getOlderLikes, async ({ core, caller, input }) =>
    ok(await core.likes.listOlderLikes(caller.member, input)),
  ),
  handle(getLike, async ({ core, caller, input }) => core.likes.getLike(caller.member, input.profile)),
  handle(autoLike, async ({ core, caller }) => core.likes.announceLike(caller.member)),
  handle(likeProfile, async ({ core, caller, input }) =>
    core.likes.likeProfile(caller.member, input.profile, input.prompt),
  ),
  handle(unlikeProfile, async ({ core, caller, input }) =>
    core.likes.unlikeProfile(caller.member, input.profile),
  ),
  handle(seeLike, async ({ core, caller, input }) => {
    await core.likes.seeLike(caller.member, input.profile);
    return ok({ ok: true });
  }),
  handle(hideMatch, async ({ core, caller, input }) => core.likes.hideMatch(caller.member, input)),
];
