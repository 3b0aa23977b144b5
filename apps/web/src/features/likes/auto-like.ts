import { autoLike, CONSTANTS, type OutputOf } from '@heartline/contracts';
import { ApiError, call } from '../../client/api.ts';
import { keys, queryClient } from '../../client/query.ts';

export type AnnouncedLike = OutputOf<typeof autoLike>;

/** Requests the like to show in the popup; undefined when there is none. Reloads the likes 500 ms later. */
export async function takeAutoLike(): Promise<AnnouncedLike | undefined> {
  const like = await announcedLike();
  setTimeout(() => void queryClient.refetchQueries({ queryKey: keys.likes }), CONSTANTS.autoLikeReloadMs);
  return like;
}

async function announcedLike(): Promise<AnnouncedLike | undefined> {
  try {
    return await call(autoLike, {});
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
