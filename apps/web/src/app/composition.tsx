import { useRouter } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { onceReached } from '../client/lazy-component.ts';
import { useMember } from '../client/session.ts';
import { CreditsBadge } from '../features/credits/credits-badge.tsx';
import { useNewLikes } from '../features/likes/likes-state.ts';
import { useCreditsLeft } from '../features/messaging/credits-left.ts';
import { useUnreadTotal } from '../features/messaging/unread-total.ts';
import { DisabledMailAlert } from '../features/notifications/mail-off.tsx';
import { PushPrompt } from '../features/notifications/push-prompt.tsx';
import { TimeBonusModal } from '../features/payments/time-bonus-modal.tsx';
import { WelcomeBonusBanner } from '../features/payments/welcome-bonus-banner.tsx';
import { EnrichAlert } from '../features/profiles/enrich-alert.tsx';
import { pageIdle, usePageIdle } from './idle.ts';
import { lazyPart } from './lazy-components.ts';

/**
 * Components of features on every member's page. A chunk of its own that visitors never load. Features do not import
 * each other; they meet here and in the slots of `root-frame.tsx`.
 */
const MatchDialog = lazyPart(() => import('../features/likes/match-dialog.tsx'), 'MatchDialog');

const LikePopup = lazyPart(() => import('../features/likes/like-popup.tsx'), 'LikePopup');

const SafetyDialogs = lazyPart(() => import('../features/safety/safety-dialogs.tsx'), 'SafetyDialogs');

const MessagingExtras = lazyPart(
  () => import('../features/messaging/messaging-extras.tsx'),
  'MessagingExtras',
);

/** Banners over the page, the most urgent first. */
export function Banners() {
  return (
    <>
      {/* First: phones show one at a time, and a reachable address matters more than an offer. */}
      <DisabledMailAlert />
      <WelcomeBonusBanner />
      <PushPrompt />
      <EnrichAlert />
    </>
  );
}

/** Components that work on every page of a member and are visible only after an event. */
export function MemberExtras() {
  const { id } = useMember();
  const router = useRouter();
  const isPageIdle = usePageIdle();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    void pageIdle.then(async () => {
      const { startMemberServices } = await onceReached(() => import('./member-services.ts'));
      if (!isGone) stop = startMemberServices(id, (href) => void router.navigate({ href }));
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [id, router]);
  if (!isPageIdle) return null;
  return (
    <Suspense fallback={null}>
      <MatchDialog />
      <LikePopup />
      <SafetyDialogs />
      <MessagingExtras />
      <TimeBonusModal />
    </Suspense>
  );
}

export { CreditsBadge, useCreditsLeft, useNewLikes, useUnreadTotal };
