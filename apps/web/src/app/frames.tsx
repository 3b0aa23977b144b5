import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { Suspense } from 'react';
import { followAddress } from '../client/address-language.ts';
import { queryClient, settingsQuery } from '../client/query.ts';
import { useUser } from '../client/session.ts';
import { ErrorPage } from './error-page.tsx';
import { guardedBy } from './guards.ts';
import { EmptyFrame, LanderFrame } from './layouts/bare-frame.tsx';
import { ChatFrame } from './layouts/chat-frame.tsx';
import { DefaultFrame } from './layouts/default-frame.tsx';
import { lazyPart } from './lazy-components.ts';
import { RootFrame } from './root-frame.tsx';

const LazyNotFoundPage = lazyPart(() => import('./not-found-page.tsx'), 'NotFoundPage');

/** With an error boundary of its own: a screen that finds nothing to show throws `notFound()`. */
export function NotFoundPage() {
  return (
    <Suspense fallback={null}>
      <LazyNotFoundPage />
    </Suspense>
  );
}

/** One hour, in seconds. */
const LONGEST_POPUP_WAIT = 3_600;

export const root = createRootRoute({
  // `t`: the like popup shows after so many seconds (S2-242). Stored until then, on any page.
  validateSearch: (search): { t?: number } => {
    const seconds = search['t'] === undefined || search['t'] === '' ? Number.NaN : Number(search['t']);
    return seconds >= 0 && seconds <= LONGEST_POPUP_WAIT ? { t: seconds } : {};
  },
  component: RootFrame,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
  beforeLoad: async ({ location, preload }) => {
    await queryClient.ensureQueryData(settingsQuery);
    if (!preload) await followAddress(location.publicHref);
    // A sign-up on another site redirects here with this parameter (S2-246).
    if ('api_signup_complete' in location.search && location.pathname !== '/complete-signup') {
      throw redirect({ to: '/complete-signup', replace: true });
    }
  },
});

export const frame = createRoute({ getParentRoute: () => root, id: 'default', component: DefaultFrame });
export const chat = createRoute({
  getParentRoute: () => root,
  id: 'chat',
  component: ChatFrame,
  beforeLoad: guardedBy('memberOnly'),
});
export const lander = createRoute({ getParentRoute: () => root, id: 'lander', component: LanderFrame });
export const empty = createRoute({ getParentRoute: () => root, id: 'empty', component: EmptyFrame });
/** Between the end of a session and the redirect to the login there is nothing to show. It is no failure either. */
function ForMembers() {
  return useUser() && <Outlet />;
}

export const members = createRoute({
  getParentRoute: () => frame,
  id: 'for-members',
  component: ForMembers,
  beforeLoad: guardedBy('memberOnly'),
});
