import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSettings, useUser } from '../../client/session.ts';
import { EntryWarning } from '../../features/pages/entry-warning.tsx';
import { LanderBarView } from '../../features/pages/views/lander-bar-view.tsx';
import { SiteFooter } from './default-frame.tsx';

/** The lander layout (S2): a bar with the logo, the page, and the footer. */
export function LanderFrame() {
  const { name } = useSettings();
  const user = useUser();
  return (
    <div className="flex min-h-dvh flex-col">
      <LanderBarView name={name} />
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
