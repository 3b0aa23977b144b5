import {
  chooseMainPhoto,
  cropPhoto,
  geocode,
  getInterests,
  getOwnProfile,
  getProfile,
  getPrompts,
  ok,
  orderPhotos,
  removePhoto,
  restorePhoto,
  updateProfile,
  uploadPhoto,
} from '@heartline/contracts';
import { type CallHandler, handle } from '../http/call.ts';

export const profilesRoutes: readonly CallHandler[] = [
  handle(getProfile, async ({ core, caller, input }) => {
    const result = await core.profiles.getProfile(caller.member, input.id);
    if (!result.ok) return result;
    const readAt = core.accounts.now();
    if (!input.beside) await core.likes.seeLike(caller.member, input.id);
    return ok({ profile: result.value, readAt });
  }),
  handle(getOwnProfile, async ({ core, caller }) =>
    ok({ profile: await core.profiles.ownProfile(caller.member) }),
  ),
  handle(updateProfile, async ({ core, caller, input }) => {
    const { today, ...change } = input;
    const result = await core.profiles.updateProfile(caller.member, change, today);
    return result.ok ? ok({ profile: result.value }) : result;
  }),
  handle(uploadPhoto, async ({ core, caller, input, picture }) =>
    core.profiles.addPhoto(caller.member, input.key, picture),
  ),
  handle(cropPhoto, async ({ core, caller, input }) =>
    core.profiles.cropPhoto(caller.member, input.id, input.crop),
  ),
  handle(removePhoto, async ({ core, caller, input }) => core.profiles.removePhoto(caller.member, input.id)),
  handle(restorePhoto, async ({ core, caller, input }) =>
    core.profiles.restorePhoto(caller.member, input.id),
  ),
  handle(orderPhotos, async ({ core, caller, input }) =>
    core.profiles.orderPhotos(caller.member, input.order),
  ),
  handle(chooseMainPhoto, async ({ core, caller, input }) =>
    core.profiles.chooseMainPhoto(caller.member, input.id),
  ),
  handle(getInterests, async ({ core }) => ok({ interests: core.profiles.interests() })),
  handle(getPrompts, async ({ core, site, locale }) =>
    ok({ prompts: core.profiles.prompts(site.privately.profile_prompts, locale) }),
  ),
  handle(geocode, async ({ core, input, site }) => {
    const result = await core.profiles.geocode(site.settings.countries, input);
    return result.ok ? ok({ geocode: result.value }) : result;
  }),
];
