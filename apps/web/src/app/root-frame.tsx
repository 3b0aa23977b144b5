import { Skeleton, SkipLink, Toasts } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { userQuery } from '../client/query.ts';
import { useSessionUpkeep } from '../client/session.ts';
import { type Slots, SlotsProvider } from '../client/slots.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { PageLoadingBar } from './page-loading-bar.tsx';
import { piece } from './screens.ts';
import { usePageFocus } from './use-page-focus.ts';

const LikeHeart = piece(() => import('../features/likes/like-toggle.tsx'), 'LikeToggle');
const MemberExtras = piece(() => import('./composition.tsx'), 'MemberExtras');
const SignUpDialog = piece(() => import('../features/accounts/sign-up-dialog.tsx'), 'SignUpDialog');
const SessionsList = piece(() => import('../features/accounts/sessions-list.tsx'), 'SessionsList');

/** The heart may come a moment after the card it stands on. */
const LikeToggle: Slots['LikeToggle'] = (props) => (
  <Suspense fallback={props.variant === 'quiet' && <Skeleton className="h-11 w-26" />}>
    <LikeHeart {...props} />
  </Suspense>
);

/** Sign-up is a dialog from this width on and a page below it (product decisions). */
const WIDE = '(width >= 768px)';

/** What stands around every frame: the session, live events, toasts, dialogs. */
export function RootFrame() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [signUpEmail, setSignUpEmail] = useState<string | null>(null);
  useSessionUpkeep();
  usePageFocus();
  const isSignedIn = useMembersOnlyPages();
  const slots = useMemo<Slots>(
    () => ({
      LikeToggle,
      SessionsList,
      openSignUp: (email = '') => {
        if (matchMedia(WIDE).matches) setSignUpEmail(email);
        else void navigate({ to: '/signup', state: { email } });
      },
    }),
    [navigate],
  );
  return (
    <SlotsProvider value={slots}>
      <SkipLink>{t`Skip to the content`}</SkipLink>
      <PageLoadingBar />
      <OfflineBanner />
      <Outlet />
      <Toasts label={t`Notices`} closeLabel={t`Close`} />
      <Suspense fallback={null}>
        {signUpEmail !== null && !isSignedIn && (
          <SignUpDialog email={signUpEmail} onClose={() => setSignUpEmail(null)} />
        )}
        {isSignedIn && <MemberExtras />}
      </Suspense>
    </SlotsProvider>
  );
}

/** Whether a member is signed in; when that ends, the rules of the routes are asked again. */
function useMembersOnlyPages(): boolean {
  const router = useRouter();
  const isSignedIn = Boolean(useQuery(userQuery).data);
  const wasSignedIn = useRef(isSignedIn);
  useEffect(() => {
    if (wasSignedIn.current && !isSignedIn) void router.invalidate();
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn, router]);
  return isSignedIn;
}
