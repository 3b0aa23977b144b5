import { keys, queryClient } from '../../client/query.ts';
import { type Chats, totalUnread } from '../../live/apply/chats.ts';
import { type Likes, totalNewLikes } from '../../live/apply/likes.ts';

type BadgeNavigator = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

/** Shows unread messages plus new likes on the app's icon, where the system can; a failure is nobody's business (S4-074). */
export function followAppBadge(): () => void {
  let shown: number | undefined;
  const update = () => {
    const chats = queryClient.getQueryData<Chats>(keys.chats);
    const likes = queryClient.getQueryData<Likes>(keys.likes);
    if (!chats || !likes) return;
    const count = totalUnread(chats) + totalNewLikes(likes);
    if (count === shown) return;
    shown = count;
    void showAppBadge(count);
  };
  update();
  const watched = new Set<unknown>([keys.chats[0], keys.likes[0]]);
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && watched.has(query.queryKey[0])) update();
  });
  return () => {
    stop();
    void showAppBadge(0);
  };
}

/** Sets the number on the app's icon; 0 takes it away. */
async function showAppBadge(count: number): Promise<void> {
  const { setAppBadge, clearAppBadge } = navigator as BadgeNavigator;
  try {
    await (count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator));
  } catch {
    // The badge is a courtesy; the site shows the same number.
  }
}
