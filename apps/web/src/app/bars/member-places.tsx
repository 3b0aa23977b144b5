import { Badge, NavItem } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRouterState } from '@tanstack/react-router';
import { GalleryVerticalEnd, Heart, MessageCircle, Search } from 'lucide-react';
import { badgeText } from '../../client/badge-text.ts';
import { useNewLikes, useUnreadTotal } from '../composition.tsx';

/** Search, match finder, messages and likes with their counts, in either bar. */
export function MemberPlaces({ layout }: { layout: 'row' | 'column' }) {
  const { t } = useLingui();
  const unread = useUnreadTotal();
  const newLikes = useNewLikes();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isIn = (place: string) => path === place || path.startsWith(`${place}/`);
  const isChat = isIn('/chats') || path.endsWith('/chat');
  return (
    <>
      <NavItem
        layout={layout}
        href="/members"
        // Five places share the width of a phone.
        label={layout === 'row' ? t`Search members` : t`Search`}
        icon={<Search aria-hidden />}
        isCurrent={isIn('/members') && !isChat}
      />
      <NavItem
        layout={layout}
        href="/match-finder"
        label={layout === 'row' ? t`Match finder` : t`Discover`}
        icon={<GalleryVerticalEnd aria-hidden />}
        isCurrent={isIn('/match-finder')}
      />
      <NavItem
        layout={layout}
        href="/chats"
        label={t`Messages`}
        icon={<MessageCircle aria-hidden />}
        isCurrent={isChat}
        badge={
          unread > 0 && (
            <Badge label={plural(unread, { one: '# unread message', other: '# unread messages' })}>
              {badgeText(unread) ?? ''}
            </Badge>
          )
        }
      />
      <NavItem
        layout={layout}
        href="/likes"
        label={t`Likes`}
        icon={<Heart aria-hidden />}
        isCurrent={isIn('/likes')}
        badge={
          newLikes > 0 && (
            <Badge label={plural(newLikes, { one: '# new like', other: '# new likes' })}>
              {badgeText(newLikes) ?? ''}
            </Badge>
          )
        }
      />
    </>
  );
}
