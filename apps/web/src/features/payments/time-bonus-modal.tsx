import { CONSTANTS } from '@heartline/contracts';
import { useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useFlag } from '../../client/flags.ts';
import { lazyComponent } from '../../client/lazy-component.ts';
import { useMember } from '../../client/session.ts';
import { isMembersArea } from './members-area.ts';
import { useTimeBonus } from './time-bonus.ts';

const TimeBonusDialog = lazyComponent(() => import('./time-bonus-dialog.tsx'), 'TimeBonusDialog');

/**
 * Offers the welcome discount to a member without credits, 40 s after they entered the members area, until it is
 * dismissed once (S4-045 to S4-048).
 */
export function TimeBonusModal() {
  const { credits } = useMember();
  const bonus = useTimeBonus();
  const [dismissedAt, dismiss] = useFlag('hide-time-bonus-modal');
  const isDue = useIsDue();
  if (!bonus?.isVisible || !isDue || credits > 0 || dismissedAt !== null) return null;
  return (
    <Suspense fallback={null}>
      <TimeBonusDialog bonus={bonus} onClose={dismiss} />
    </Suspense>
  );
}

/** True from 40 s after the members area was entered until it is left. */
function useIsDue(): boolean {
  const isInside = useRouterState({ select: (state) => isMembersArea(state.location.pathname) });
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!isInside) return;
    const timer = setTimeout(() => setDue(true), CONSTANTS.timeBonusModalDelayMs);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [isInside]);
  return isDue;
}
