import {
  acceptChatPhoto,
  discardChatPhoto,
  getChatPhotos,
  getGifts,
  ok,
  recallChatPhoto,
  uploadChatPhoto,
} from '@heartline/contracts';
import { type CallHandler, handle } from '../http/call.ts';

/** Photos of a chat, and the gifts there are. Both are sent as every message is. */
export const chatPhotoRoutes: readonly CallHandler[] = [
  handle(uploadChatPhoto, ({ core, caller, input, picture }) =>
    core.messaging.addChatPhoto(caller.member, input.key, picture),
  ),
  handle(discardChatPhoto, async ({ core, caller, input }) => {
    await core.messaging.discardChatPhoto(caller.member, input.photo);
    return ok({ ok: true });
  }),
  handle(getChatPhotos, async ({ core, caller, input }) =>
    ok(await core.messaging.showChatPhotos(caller.member, input.ids)),
  ),
  handle(acceptChatPhoto, ({ core, caller, input }) =>
    core.messaging.acceptChatPhoto(caller.member, input.photo, input.always),
  ),
  handle(recallChatPhoto, ({ core, caller, input }) => core.messaging.recallChatPhoto(caller.member, input)),
  handle(getGifts, async ({ core, caller, site, locale }) =>
    ok(await core.messaging.gifts(caller.site, site.settings, locale)),
  ),
];
