import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { Suspense } from 'react';
import { queryClient, settingsQuery, userQuery } from '../client/query.ts';
import { useUser } from '../client/session.ts';
import { visitorSearchHere } from '../client/visitor-search.ts';
import { ErrorPage } from './error-page.tsx';
import { EmptyFrame, LanderFrame } from './layouts/bare-frame.tsx';
import { ChatFrame } from './layouts/chat-frame.tsx';
import { DefaultFrame } from './layouts/default-frame.tsx';
import { lazyPart } from './lazy-components.ts';
import { RootFrame } from './root-frame.tsx';

/** Only members come here. Others are asked to log in, and then return. */
export async function memberOnly({ location }: { location: { href: string } }) {
  const state = await queryClient.ensureQueryData(userQuery);
  if (!state) throw redirect({ to: '/login', search: { next: location.href } });
  if (state.user.status === 'not_confirmed') throw redirect({ to: '/complete-signup' });
}

/** Members, and visitors as far as the site lets them search. The others are asked to log in. */
export async function whoMaySearch(levels: readonly string[], location: { href: string }) {
  const state = await queryClient.ensureQueryData(userQuery);
  if (state) return memberOnly({ location });
  const level = visitorSearchHere(await queryClient.ensureQueryData(settingsQuery));
  if (!levels.includes(level)) throw redirect({ to: '/login', search: { next: location.href } });
}

/** An address about the member and another person, with the member's own id: redirects to their own profile. */
export async function notWithOneself({ params }: { params: { id: string } }) {
  const state = await queryClient.ensureQueryData(userQuery);
  if (state?.user.id === params.id) throw redirect({ to: '/profile', replace: true });
}

/** Redirects a member to the search (S2), and an unconfirmed one to the remaining step. */
export async function visitorOnly() {
  const state = await queryClient.ensureQueryData(userQuery);
  if (state) throw redirect({ to: state.user.status === 'active' ? '/members' : '/complete-signup' });
}

/** A member has already completed the sign-up. */
export async function notForMembers() {
  const state = await queryClient.ensureQueryData(userQuery);
  if (state?.user.status === 'active') throw redirect({ to: '/members' });
}

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
  beforeLoad: async ({ location }) => {
    await queryClient.ensureQueryData(settingsQuery);
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
  beforeLoad: memberOnly,
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
  beforeLoad: memberOnly,
});
