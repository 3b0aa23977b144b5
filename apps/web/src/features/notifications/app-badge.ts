import { CONSTANTS } from '@heartline/contracts';
import { setTitleCount } from '../../client/document-title.ts';
import { keys, queryClient } from '../../client/query.ts';
import { type Chats, totalUnread } from '../../live/apply/chats.ts';
import { type Likes, totalNewLikes } from '../../live/apply/likes.ts';

type BadgeNavigator = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

/** A message read at once is never counted. In a busy chat both icons would otherwise redraw with every message. */
const SETTLE_MS = 400;

/**
 * Shows unread messages plus new likes on the app's icon and in the tab's title and icon. A system without a badge is
 * ignored (S4-074). `again` shows the number once more after a late push has set another.
 */
export function followAppBadge(): { again: () => void; stop: () => void } {
  let shown: number | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    settling = undefined;
    const chats = queryClient.getQueryData<Chats>(keys.chats);
    const likes = queryClient.getQueryData<Likes>(keys.likes);
    if (!chats || !likes) return;
    const count = totalUnread(chats) + totalNewLikes(likes);
    if (count === shown) return;
    shown = count;
    showInTab(count);
    void showAppBadge(count);
  };
  update();
  const watched = new Set<unknown>([keys.chats[0], keys.likes[0]]);
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && watched.has(query.queryKey[0])) settling ??= setTimeout(update, SETTLE_MS);
  });
  return {
    again() {
      shown = undefined;
      settling ??= setTimeout(update, SETTLE_MS);
    },
    stop() {
      stop();
      clearTimeout(settling);
      showInTab(0);
      void showAppBadge(0);
    },
  };
}

/** The number before the title, at most "99+", and a dot on the tab's icon. */
function showInTab(count: number): void {
  const { unreadBadgeCap: cap } = CONSTANTS;
  setTitleCount(count === 0 ? '' : count > cap ? `${cap}+` : String(count));
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = count > 0 ? '/icons/mark-news.svg' : '/icons/mark.svg';
}

/** Sets the number on the app's icon; 0 removes it. */
async function showAppBadge(count: number): Promise<void> {
  const { setAppBadge, clearAppBadge } = navigator as BadgeNavigator;
  try {
    await (count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator));
  } catch {
    // Ignored: the site shows the same number.
  }
}
