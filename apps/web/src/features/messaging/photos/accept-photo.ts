import { acceptChatPhoto, type ChatPhotoView } from '@heartline/contracts';
import { call } from '../../../client/api.ts';
import { keys, queryClient } from '../../../client/query.ts';

/** Uncovers a photo on this page and on all devices of the member. */
export async function acceptPhoto(photo: string, always?: boolean): Promise<void> {
  const view: ChatPhotoView = await call(acceptChatPhoto, {
    photo,
    ...(always !== undefined && { always }),
  });
  queryClient.setQueryData(keys.chatPhoto(photo), view);
  if (always !== undefined) void queryClient.invalidateQueries({ queryKey: keys.chatPhotos });
}
