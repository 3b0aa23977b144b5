import { getProfile, ok } from '@heartline/contracts';
import { type CallHandler, handle } from '../http/call.ts';

export const profilesRoutes: readonly CallHandler[] = [
  handle(getProfile, async ({ core, caller, input }) => {
    const result = await core.profiles.getProfile(caller.member, input.id);
    if (!result.ok) return result;
    const readAt = core.accounts.now();
    await core.likes.seeLike(caller.member, input.id);
    return ok({ profile: result.value, readAt });
  }),
];
