import { BottomBar, NavItem } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useRouterState } from '@tanstack/react-router';
import { Coins, Sparkles } from 'lucide-react';
import { useUser } from '../../client/session.ts';
import { MemberPlaces } from './member-places.tsx';

/** The same links within reach of the thumb, below 768 px. */
export function MemberBottomBar() {
  const { t } = useLingui();
  const user = useUser();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <BottomBar label={t`Main`}>
      <MemberPlaces layout="column" />
      {user?.paid_user ? (
        <NavItem
          layout="column"
          href="/credits"
          label={t`Credits`}
          icon={<Coins aria-hidden />}
          isCurrent={path.startsWith('/credits')}
        />
      ) : (
        <NavItem
          layout="column"
          href="/premium"
          label={t`Premium`}
          icon={<Sparkles aria-hidden />}
          isCurrent={path === '/premium'}
        />
      )}
    </BottomBar>
  );
}
