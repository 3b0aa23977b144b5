import { Anchor, Logo } from '@heartline/ui';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyComponent } from '../../client/lazy-component.ts';
import { useSettings, useUser } from '../../client/session.ts';
import { EntryWarning } from '../../features/pages/entry-warning.tsx';

const SiteFooter = lazyComponent(() => import('../../features/pages/site-footer.tsx'), 'SiteFooter');

/** The lander layout (S2): a bar with the logo, the page, and the footer. */
export function LanderFrame() {
  const { name } = useSettings();
  const user = useUser();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="safe-x mx-auto flex h-14 w-full max-w-page items-center">
        <Anchor href="/" className="flex min-h-11 items-center rounded-sm">
          <Logo name={name} />
        </Anchor>
      </header>
      <Outlet />
      <Suspense fallback={null}>
        <SiteFooter />
      </Suspense>
      {!user && <EntryWarning layout="lander" />}
    </div>
  );
}

/** The empty layout (S2): only the page. The sign-up dialog of the root frame opens over it. */
export function EmptyFrame() {
  const user = useUser();
  return (
    <div className="flex min-h-dvh flex-col">
      <Outlet />
      {!user && <EntryWarning layout="empty" />}
    </div>
  );
}
