import { Skeleton, SkipLink, Toasts, widerThan } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { queryClient, userQuery } from '../client/query.ts';
import { useKnownStatus, useSessionUpkeep } from '../client/session.ts';
import { type Slots, SlotsProvider } from '../client/slots.tsx';
import { areCookiesBlocked } from '../client/storage.ts';
import { lazyDialog, lazyPart } from './lazy-components.ts';
import { PageLoadingBar } from './page-loading-bar.tsx';
import { usePageFocus } from './use-page-focus.ts';

const SiteDataNotice = lazyPart(() => import('../client/site-data-notice.tsx'), 'SiteDataNotice');
const LikeHeart = lazyPart(() => import('../features/likes/like-toggle.tsx'), 'LikeToggle');
const FirstLine = lazyPart(
  () => import('../features/messaging/first-message/first-message.tsx'),
  'FirstMessage',
);
const MemberExtras = lazyPart(() => import('./composition.tsx'), 'MemberExtras');
const SignUpDialog = lazyDialog(() => import('../features/accounts/sign-up-dialog.tsx'), 'SignUpDialog');
const ConnectionBanner = lazyPart(() => import('./connection-banner.tsx'), 'ConnectionBanner');
const PushAsk = lazyPart(() => import('../features/notifications/push-question.tsx'), 'PushQuestion');

const ProfileBody = lazyPart(() => import('../features/profiles/profile-view.tsx'), 'ProfileView');
const CreditsDialog = lazyDialog(() => import('../features/payments/chat/credits-sheet.tsx'), 'CreditsSheet');
const Unblock = lazyPart(() => import('../features/safety/unblock-button.tsx'), 'UnblockButton');
const Privacy = lazyPart(() => import('../features/safety/privacy-settings.tsx'), 'PrivacySettings');

const UnblockButton: Slots['UnblockButton'] = (props) => (
  <Suspense fallback={<Skeleton className="h-11 w-32" />}>
    <Unblock {...props} />
  </Suspense>
);

const PrivacySettings: Slots['PrivacySettings'] = () => (
  <Suspense fallback={<Skeleton className="h-44" />}>
    <Privacy />
  </Suspense>
);

const WholeProfile: Slots['WholeProfile'] = (props) => (
  <Suspense fallback={<Skeleton className="aspect-4/5 rounded-card" />}>
    <ProfileBody {...props} level={2} />
  </Suspense>
);

const CreditsSheet: Slots['CreditsSheet'] = (props) => (
  <Suspense fallback={null}>
    <CreditsDialog {...props} />
  </Suspense>
);

/** The like button may load a moment after its card. */
const LikeToggle: Slots['LikeToggle'] = (props) => (
  <Suspense fallback={props.variant === 'quiet' && <Skeleton className="h-11 w-26" />}>
    <LikeHeart {...props} />
  </Suspense>
);

/** The space of the field is reserved while it loads. */
const FirstMessage: Slots['FirstMessage'] = (props) => (
  <Suspense fallback={<div className="h-48" />}>
    <FirstLine {...props} />
  </Suspense>
);

/** The space of the question is reserved while it loads. */
const PushQuestion: Slots['PushQuestion'] = (props) => (
  <Suspense fallback={<div className="min-h-80" />}>
    <PushAsk {...props} />
  </Suspense>
);

/** Sign-up is a dialog from this width on and a page below it (product decisions). */
const WIDE = widerThan('md');

/** Everything around the frames: the session, live events, toasts, dialogs. */
export function RootFrame() {
  const { t } = useLingui();
  const router = useRouter();
  const [signUpEmail, setSignUpEmail] = useState<string | null>(null);
  useSessionUpkeep();
  usePageFocus();
  useMembersOnlyPages();
  const isMember = useKnownStatus() === 'active';
  const closeSignUp = useCallback(() => setSignUpEmail(null), []);
  useLeaving(closeSignUp);
  const slots = useMemo<Slots>(
    () => ({
      LikeToggle,
      FirstMessage,
      PushQuestion,
      UnblockButton,
      WholeProfile,
      PrivacySettings,
      CreditsSheet,
      openSignUp: (email = '') => {
        const isVisitor = !queryClient.getQueryData(userQuery.queryKey);
        if (isVisitor && matchMedia(WIDE).matches) setSignUpEmail(email);
        else void router.navigate({ to: '/signup', state: { email, next: router.latestLocation.href } });
      },
    }),
    [router],
  );
  return (
    <SlotsProvider value={slots}>
      <SkipLink>{t`Skip to content`}</SkipLink>
      <PageLoadingBar />
      {areCookiesBlocked() && (
        <Suspense fallback={<div className="h-28 md:h-20" />}>
          <SiteDataNotice />
        </Suspense>
      )}
      <Outlet />
      <Toasts label={t`Notifications`} closeLabel={t`Close`} />
      <Suspense fallback={null}>
        <ConnectionBanner />
      </Suspense>
      <Suspense fallback={null}>
        {signUpEmail !== null && <SignUpDialog email={signUpEmail} onClose={closeSignUp} />}
        {isMember && <MemberExtras />}
      </Suspense>
    </SlotsProvider>
  );
}

/** A dialog belongs to the page it was opened on. A navigation closes it, also one to the same page. */
function useLeaving(close: () => void) {
  const visit = useRouterState({
    select: ({ location }) => `${location.pathname} ${location.state.__TSR_index}`,
  });
  const from = useRef(visit);
  useEffect(() => {
    if (from.current !== visit) close();
    from.current = visit;
  }, [visit, close]);
}

/** When the member is signed out, the guards of the routes run again. */
function useMembersOnlyPages(): void {
  const router = useRouter();
  const isSignedIn = useKnownStatus() !== undefined;
  const wasSignedIn = useRef(isSignedIn);
  useEffect(() => {
    if (wasSignedIn.current && !isSignedIn) void router.invalidate();
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn, router]);
}
