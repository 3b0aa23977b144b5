import { CONSTANTS, type User } from '@heartline/contracts';
import { classNames } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { serverNow } from '../../client/clock.ts';
import { lazyComponent } from '../../client/lazy-component.ts';
import { useActiveUser } from '../../client/session.ts';
import { EntryWarning } from '../../features/pages/entry-warning.tsx';
import { BarPlace, VisitorBar } from '../bars/visitor-bar.tsx';
import { lazyPart } from '../lazy-components.ts';

/** The footer is at the end of every page, so the first paint does without it. */
export const SiteFooter = lazyComponent(() => import('../../features/pages/site-footer.tsx'), 'SiteFooter');
const MemberBar = lazyPart(() => import('../bars/member-bar.tsx'), 'MemberBar');
const MemberBottomBar = lazyPart(() => import('../bars/member-bottom-bar.tsx'), 'MemberBottomBar');
const Banners = lazyPart(() => import('../composition.tsx'), 'Banners');

/** The default layout (S2): top navigation, banners, the page, footer; on phones the bar at the bottom. */
export function DefaultFrame() {
  return (
    <div className="flex min-h-dvh flex-col">
      <Suspense fallback={<BarPlace />}>
        <Bar />
      </Suspense>
      <Outlet />
      <Suspense fallback={null}>
        <Foot />
      </Suspense>
    </div>
  );
}

function Bar() {
  const user = useActiveUser();
  if (!user) return <VisitorBar />;
  return (
    <>
      <Suspense fallback={<BarPlace />}>
        <MemberBar />
      </Suspense>
      <Notices user={user} />
    </>
  );
}

/**
 * The place of banners. A member who signed up within the last hours has the welcome bonus. Its height is reserved
 * until it loads, so that the page under it does not jump.
 */
function Notices({ user }: { user: User }) {
  const { t } = useLingui();
  const [hasBonus] = useState(
    () => !user.paid_user && serverNow() - user.signup_date < CONSTANTS.timeBonusMs,
  );
  return (
    <aside
      aria-label={t`Offers and notifications`}
      className={classNames(
        // One at a time on phones: several would push the content out of sight.
        'notices safe-x mx-auto grid w-full max-w-page gap-2 not-empty:pt-3 max-md:not-empty:pb-2 max-md:[&>*~*]:hidden',
        hasBonus && 'empty:h-20 md:empty:h-[72px]',
      )}
    >
      <Suspense fallback={null}>
        <Banners />
      </Suspense>
    </aside>
  );
}

function Foot() {
  const user = useActiveUser();
  return (
    <>
      <Suspense fallback={null}>
        <SiteFooter />
      </Suspense>
      {user ? <MemberBottomBar /> : <EntryWarning layout="default" />}
    </>
  );
}
