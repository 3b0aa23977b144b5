import { createRoute, redirect } from '@tanstack/react-router';
import { localPath } from '../../client/local-path.ts';
import { queryClient, userQuery } from '../../client/query.ts';
import { isClosing } from '../../features/accounts/closing.ts';
import { empty, frame, lander, members } from '../frames.tsx';
import { guardedBy } from '../guards.ts';
import { lazyPage } from '../lazy-components.ts';

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

const login = createRoute({
  getParentRoute: () => frame,
  path: '/login',
  beforeLoad: guardedBy('visitorOnly'),
  validateSearch: (search): { next?: string } => {
    const next = localPath(search.next);
    // Set even when it is undefined: an unlisted parameter would stay unparsed.
    return { next } as { next?: string };
  },
  component: lazyPage(() => import('../../features/accounts/login-page.tsx'), 'LoginPage'),
});

const signup = createRoute({
  getParentRoute: () => frame,
  path: '/signup',
  beforeLoad: guardedBy('visitorOnly'),
  component: lazyPage(() => import('../../features/accounts/sign-up-page.tsx'), 'SignUpPage'),
});

const completeSignup = createRoute({
  getParentRoute: () => empty,
  path: '/complete-signup',
  beforeLoad: guardedBy('notForMembers'),
  component: lazyPage(() => import('../../features/accounts/complete-signup-page.tsx'), 'CompleteSignUpPage'),
});

const signupMatches = createRoute({
  getParentRoute: () => empty,
  path: '/signup-matches',
  beforeLoad: async (visit) => {
    await guardedBy('notForMembers')(visit);
    if (!queryClient.getQueryData(userQuery.queryKey)) throw redirect({ to: '/signup' });
  },
  component: lazyPage(() => import('../../features/accounts/sign-up-matches-page.tsx'), 'SignUpMatchesPage'),
});

/** A sign-up that began on a member's page. */
const memberSignup = createRoute({
  getParentRoute: () => lander,
  path: '/members/$id/signup',
  beforeLoad: guardedBy('visitorOnly'),
  component: lazyPage(() => import('../../features/accounts/member-sign-up-page.tsx'), 'MemberSignUpPage'),
});

/** The secret of a link from an e-mail. */
const tokenSearch = (search: Record<string, unknown>): { token?: string } => {
  const token = text(search['token']);
  return token ? { token } : {};
};

const resetPassword = createRoute({
  getParentRoute: () => frame,
  path: '/reset-password',
  component: lazyPage(() => import('../../features/accounts/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const newPassword = createRoute({
  getParentRoute: () => empty,
  path: '/reset-password/do',
  validateSearch: tokenSearch,
  component: lazyPage(() => import('../../features/accounts/new-password-page.tsx'), 'NewPasswordPage'),
});

const mailChange = createRoute({
  getParentRoute: () => empty,
  path: '/mail-change/do',
  validateSearch: tokenSearch,
  component: lazyPage(() => import('../../features/accounts/mail-change-page.tsx'), 'MailChangePage'),
});

const accountDeleted = createRoute({
  getParentRoute: () => empty,
  path: '/account-deleted',
  // Only the page that closes the account comes here as its member.
  beforeLoad: (visit) => (isClosing() ? undefined : guardedBy('visitorOnly')(visit)),
  component: lazyPage(() => import('../../features/accounts/account-deleted-page.tsx'), 'AccountDeletedPage'),
});

const account = createRoute({
  getParentRoute: () => members,
  path: '/account',
  component: lazyPage(() => import('../../features/accounts/account-page.tsx'), 'AccountPage'),
});

const accountDelete = createRoute({
  getParentRoute: () => members,
  path: '/account/delete',
  component: lazyPage(() => import('../../features/accounts/delete-account-page.tsx'), 'DeleteAccountPage'),
});

const activate = createRoute({
  getParentRoute: () => empty,
  path: '/activate',
  validateSearch: tokenSearch,
  component: lazyPage(() => import('../../features/accounts/activate-page.tsx'), 'ActivatePage'),
});

const activateDone = createRoute({
  getParentRoute: () => empty,
  path: '/activate/done',
  beforeLoad: guardedBy('memberOnly'),
  component: lazyPage(() => import('../../features/accounts/activated-page.tsx'), 'ActivatedPage'),
});

const activateError = createRoute({
  getParentRoute: () => empty,
  path: '/activate/error',
  component: lazyPage(
    () => import('../../features/accounts/activation-failed-page.tsx'),
    'ActivationFailedPage',
  ),
});

export const accountsInFrame = [login, signup, resetPassword] as const;
export const accountsForMembers = [account, accountDelete] as const;
export const accountsLanders = [memberSignup] as const;
export const accountsInEmptyFrame = [
  completeSignup,
  signupMatches,
  activate,
  activateDone,
  activateError,
  newPassword,
  mailChange,
  accountDeleted,
] as const;
