import { Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { Bell } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSettings } from '../../client/session.ts';
import { DiscretionText } from './discretion-text.tsx';
import { useTurnOn } from './push-prompt.tsx';
import { useDiscretion } from './use-discretion.ts';
import { usePushHere } from './use-push-here.ts';

/** Timeout of the browser's push state. After it the member goes on unasked. */
const TIMEOUT_MS = 3_000;

interface PushQuestionProps {
  /** Answered, or there is nothing to ask on this device. */
  onDone: () => void;
  /** Level of the heading: 1 on a page, 2 in a dialog with its own title. */
  level: 1 | 2;
}

/** Asks once, right after the sign-up, for push notifications of new messages (S2-218, S4-026). */
export function PushQuestion({ onDone, level }: PushQuestionProps) {
  const { push_public_key: key } = useSettings();
  const { isCapable, subscription, isPrepared } = usePushHere();
  const { isPending, turnOn } = useTurnOn(key);
  const isKnown = useIsOver(TIMEOUT_MS) || (isPrepared && subscription !== 'unknown') || !isCapable;
  const canAsk = isKnown && key !== '' && isCapable && subscription === 'absent';
  const isDiscreet = useDiscretion(canAsk);
  useEffect(() => {
    if (isKnown && !canAsk && !isPending) onDone();
  }, [isKnown, canAsk, isPending, onDone]);
  if (!canAsk) return null;
  const Title = level === 1 ? 'h1' : 'h3';
  return (
    <div data-phase="push" className="flex grow flex-col items-center justify-center py-10 text-center">
      <span className="flex size-20 items-center justify-center rounded-full bg-pulse-soft">
        <Bell className="size-9 text-pulse" strokeWidth={1.5} aria-hidden />
      </span>
      <Title className="title mt-6 text-xl">
        <Trans>Don’t miss a reply</Trans>
      </Title>
      <p className="mt-2 max-w-[40ch] text-base text-ink-2">
        <DiscretionText isDiscreet={isDiscreet} />
      </p>
      <div className="mt-8 grid w-full max-w-80 gap-2">
        <Button variant="primary" size="lg" isPending={isPending} onPress={() => void turnOn().then(onDone)}>
          <Trans>Turn on notifications</Trans>
        </Button>
        <Button variant="ghost" size="lg" onPress={onDone}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </div>
  );
}

/** True once this time has passed, in ms. */
function useIsOver(ms: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
}
