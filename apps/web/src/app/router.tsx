import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { localPath } from '../client/local-path.ts';
import { queryClient, userQuery } from '../client/query.ts';
import { useUser } from '../client/session.ts';
import { wasSignedIn } from '../client/signed-in.ts';
import type { MemberSearch } from '../features/discovery/member-search.ts';
import { HomePage } from '../features/pages/home-page.tsx';
import { ErrorPage } from './error-page.tsx';
import {
  chat,
  empty,
  frame,
  lander,
  memberOnly,
  members,
  NotFoundPage,
  notForMembers,
  root,
  visitorOnly,
  whoMaySearch,
} from './frames.tsx';
import { screen } from './screens.ts';

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

const home = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: HomePage,
  // Who was a visitor last time sees the page at once; the few who signed in elsewhere are taken on a moment later.
  beforeLoad: async () => {
    if (wasSignedIn() || queryClient.getQueryData(userQuery.queryKey)) await visitorOnly();
  },
});

const login = createRoute({
  getParentRoute: () => frame,
  path: '/login',
  beforeLoad: visitorOnly,
  validateSearch: (search): { next?: string } => {
    const next = localPath(search.next);
    // Said even when there is none: a parameter that is not named here stays as it came.
    return { next } as { next?: string };
  },
  component: screen(() => import('../features/accounts/login-page.tsx'), 'LoginPage'),
});

const signup = createRoute({
  getParentRoute: () => frame,
  path: '/signup',
  beforeLoad: visitorOnly,
  component: screen(() => import('../features/accounts/sign-up-page.tsx'), 'SignUpPage'),
});

const completeSignup = createRoute({
  getParentRoute: () => empty,
  path: '/complete-signup',
  beforeLoad: notForMembers,
  component: screen(() => import('../features/accounts/complete-signup-page.tsx'), 'CompleteSignUpPage'),
});

const signupMatches = createRoute({
  getParentRoute: () => empty,
  path: '/signup-matches',
  beforeLoad: async () => {
    await notForMembers();
    if (!queryClient.getQueryData(userQuery.queryKey)) throw redirect({ to: '/signup' });
  },
  component: screen(() => import('../features/accounts/sign-up-matches-page.tsx'), 'SignUpMatchesPage'),
});

/** A sign-up that began on a member's page. */
const memberSignup = createRoute({
  getParentRoute: () => lander,
  path: '/members/$id/signup',
  beforeLoad: visitorOnly,
  component: screen(() => import('../features/accounts/member-sign-up-page.tsx'), 'MemberSignUpPage'),
});

/** The secret of a link from an e-mail. */
const tokenSearch = (search: Record<string, unknown>): { token?: string } => {
  const token = text(search['token']);
  return token ? { token } : {};
};

const resetPassword = createRoute({
  getParentRoute: () => frame,
  path: '/reset-password',
  component: screen(() => import('../features/accounts/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const newPassword = createRoute({
  getParentRoute: () => empty,
  path: '/reset-password/do',
  validateSearch: tokenSearch,
  component: screen(() => import('../features/accounts/new-password-page.tsx'), 'NewPasswordPage'),
});

const mailChange = createRoute({
  getParentRoute: () => empty,
  path: '/mail-change/do',
  validateSearch: tokenSearch,
  component: screen(() => import('../features/accounts/mail-change-page.tsx'), 'MailChangePage'),
});

const accountDeleted = createRoute({
  getParentRoute: () => empty,
  path: '/account-deleted',
  component: screen(() => import('../features/accounts/account-deleted-page.tsx'), 'AccountDeletedPage'),
});

/** A one-time link from an e-mail. */
const oneTimeLink = createRoute({
  getParentRoute: () => frame,
  path: '/$token',
  notFoundComponent: NotFoundPage,
  component: screen(() => import('../features/accounts/one-time-link-page.tsx'), 'OneTimeLinkPage'),
});

const account = createRoute({
  getParentRoute: () => members,
  path: '/account',
  component: screen(() => import('../features/accounts/account-page.tsx'), 'AccountPage'),
});

const accountDelete = createRoute({
  getParentRoute: () => members,
  path: '/account/delete',
  component: screen(() => import('../features/accounts/delete-account-page.tsx'), 'DeleteAccountPage'),
});

const activate = createRoute({
  getParentRoute: () => empty,
  path: '/activate',
  validateSearch: tokenSearch,
  component: screen(() => import('../features/accounts/activate-page.tsx'), 'ActivatePage'),
});

const activateDone = createRoute({
  getParentRoute: () => empty,
  path: '/activate/done',
  beforeLoad: memberOnly,
  component: screen(() => import('../features/accounts/activated-page.tsx'), 'ActivatedPage'),
});

const activateError = createRoute({
  getParentRoute: () => empty,
  path: '/activate/error',
  component: screen(() => import('../features/accounts/activation-failed-page.tsx'), 'ActivationFailedPage'),
});

const langConfig = createRoute({
  getParentRoute: () => frame,
  path: '/lang-config',
  component: screen(() => import('../features/site/language-page.tsx'), 'LanguagePage'),
});

/** Any other address. */
const unknown = createRoute({ getParentRoute: () => frame, path: '$', component: NotFoundPage });

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/notifications', replace: true });
  },
});

/** Its page reads it, whatever it is: all that may be searched for is no part of the first paint. */
const searchOfPage = (search: Record<string, unknown>) => search as MemberSearch;

const memberSearch = createRoute({
  getParentRoute: () => frame,
  path: '/members',
  beforeLoad: ({ location }) => whoMaySearch(['basic', 'full'], location),
  validateSearch: searchOfPage,
  component: screen(() => import('../features/discovery/members-page.tsx'), 'MembersPage'),
});

const MemberProfile = screen(() => import('../features/profiles/profile-page.tsx'), 'ProfilePage');
const VisitorProfile = screen(
  () => import('../features/discovery/visitor-profile-page.tsx'),
  'VisitorProfilePage',
);

function ProfileForAll() {
  return useUser() ? <MemberProfile /> : <VisitorProfile />;
}

const profile = createRoute({
  getParentRoute: () => frame,
  path: '/members/$id',
  notFoundComponent: NotFoundPage,
  beforeLoad: ({ location }) => whoMaySearch(['full'], location),
  loader: () => (queryClient.getQueryData(userQuery.queryKey) ? MemberProfile : VisitorProfile).preload?.(),
  component: ProfileForAll,
});

const matchFinder = createRoute({
  getParentRoute: () => members,
  path: '/match-finder',
  // A number, which the address shows without quotes.
  validateSearch: (search): { everywhere?: 1; fictional?: 'no' } => ({
    ...(String(search['everywhere']) === '1' && { everywhere: 1 }),
    ...(search['fictional'] === 'no' && { fictional: 'no' }),
  }),
  component: screen(() => import('../features/discovery/match-finder-page.tsx'), 'MatchFinderPage'),
});

/** For visitors; members have the match finder. */
const swipeGame = createRoute({
  getParentRoute: () => frame,
  path: '/swipe-game',
  validateSearch: searchOfPage,
  beforeLoad: async () => {
    const state = await queryClient.ensureQueryData(userQuery);
    if (state) throw redirect({ to: '/match-finder', replace: true });
  },
  component: screen(() => import('../features/discovery/swipe-game-page.tsx'), 'SwipeGamePage'),
});

const ownProfile = createRoute({
  getParentRoute: () => members,
  path: '/profile',
  component: screen(() => import('../features/profiles/own-profile-page.tsx'), 'OwnProfilePage'),
});

const likesPage = () => import('../features/likes/likes-page.tsx');
const likes = createRoute({
  getParentRoute: () => members,
  path: '/likes',
  component: screen(likesPage, 'LikesPage'),
});
const likesOfType = createRoute({
  getParentRoute: () => members,
  path: '/likes/$type',
  notFoundComponent: NotFoundPage,
  component: screen(likesPage, 'LikesPage'),
});

const likesOfMember = createRoute({
  getParentRoute: () => members,
  path: '/likes/m/$id',
  notFoundComponent: NotFoundPage,
  component: screen(() => import('../features/likes/member-likes-page.tsx'), 'MemberLikesPage'),
});

const credits = createRoute({
  getParentRoute: () => members,
  path: '/credits',
  component: screen(() => import('../features/payments/credits-page.tsx'), 'CreditsPage'),
});
const statement = createRoute({
  getParentRoute: () => members,
  path: '/credits/statement',
  component: screen(() => import('../features/credits/statement-page.tsx'), 'StatementPage'),
});
const limits = createRoute({
  getParentRoute: () => members,
  path: '/credits/limits',
  component: screen(() => import('../features/credits/limits-page.tsx'), 'LimitsPage'),
});
const refund = createRoute({
  getParentRoute: () => members,
  path: '/credits/refund',
  component: screen(() => import('../features/payments/refund-page.tsx'), 'RefundPage'),
});
const transaction = createRoute({
  getParentRoute: () => members,
  path: '/transactions/$id',
  notFoundComponent: NotFoundPage,
  component: screen(() => import('../features/payments/transaction-page.tsx'), 'TransactionPage'),
});
const premiumPage = () => import('../features/payments/premium-page.tsx');
const premium = createRoute({
  getParentRoute: () => members,
  path: '/premium',
  component: screen(premiumPage, 'PremiumPage'),
});
const pricing = createRoute({
  getParentRoute: () => frame,
  path: '/pricing',
  component: screen(premiumPage, 'PremiumPage'),
});
const notifications = createRoute({
  getParentRoute: () => members,
  path: '/notifications',
  component: screen(() => import('../features/notifications/notifications-page.tsx'), 'NotificationsPage'),
});

const blocked = createRoute({
  getParentRoute: () => members,
  path: '/blocked',
  component: screen(() => import('../features/safety/blocked-page.tsx'), 'BlockedPage'),
});
const complaints = createRoute({
  getParentRoute: () => frame,
  path: '/complaints',
  component: screen(() => import('../features/safety/complaints-page.tsx'), 'ComplaintsPage'),
});
const caseOfMember = createRoute({
  getParentRoute: () => frame,
  path: '/cases/$id',
  component: screen(() => import('../features/safety/case-page.tsx'), 'CasePage'),
});

/** The list stays, whatever opens beside it. */
const chats = createRoute({
  getParentRoute: () => chat,
  id: 'chats',
  component: screen(() => import('../features/messaging/chats-page.tsx'), 'ChatsPage'),
});
const noneOpen = createRoute({ getParentRoute: () => chats, path: '/chats' });
const chatPage = () => import('../features/messaging/chat-page.tsx');
const conversation = createRoute({
  getParentRoute: () => chats,
  path: '/chats/$conversation',
  /** `at`: what the link is about was said then. */
  validateSearch: (search): { at?: number } => (Number(search['at']) > 0 ? { at: Number(search['at']) } : {}),
  notFoundComponent: NotFoundPage,
  component: screen(chatPage, 'ChatPage'),
});
const chatWithMember = createRoute({
  getParentRoute: () => chats,
  path: '/members/$id/chat',
  /** `gift=1`: who came from a profile to give something chooses it at once. */
  validateSearch: (search): { gift?: 1 } => (Number(search['gift']) === 1 ? { gift: 1 } : {}),
  notFoundComponent: NotFoundPage,
  component: screen(chatPage, 'ChatPage'),
});

const routeTree = root.addChildren([
  frame.addChildren([
    home,
    login,
    signup,
    langConfig,
    settings,
    pricing,
    complaints,
    caseOfMember,
    resetPassword,
    memberSearch,
    profile,
    swipeGame,
    oneTimeLink,
    unknown,
    members.addChildren([
      account,
      accountDelete,
      matchFinder,
      ownProfile,
      likes,
      likesOfType,
      likesOfMember,
      credits,
      statement,
      limits,
      refund,
      transaction,
      premium,
      notifications,
      blocked,
    ]),
  ]),
  lander.addChildren([memberSignup]),
  chat.addChildren([chats.addChildren([noneOpen, conversation, chatWithMember])]),
  empty.addChildren([
    completeSignup,
    signupMatches,
    activate,
    activateDone,
    activateError,
    newPassword,
    mailChange,
    accountDeleted,
  ]),
]);

/** Every screen of the site and what it takes to see it. Each is a chunk of its own, fetched when a link is touched. */
export const router = createRouter({
  routeTree,
  defaultPreload: false,
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
