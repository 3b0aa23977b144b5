import { Banner, Button, showToast } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useFlag } from '../../client/flags.ts';
import { useInTime } from '../../client/in-time.ts';
import { useSettings, useUser } from '../../client/session.ts';
import { DiscretionText } from './discretion-text.tsx';
import { subscribeToPush, usePushState } from './push.ts';
import { useDiscretion } from './use-discretion.ts';

/** Offers push to a member whose device supports it and has no subscription, until it is dismissed once. */
export function PushPrompt() {
  const { t } = useLingui();
  const user = useUser();
  const { push_public_key: key } = useSettings();
  const { isCapable, subscription } = usePushState();
  const [dismissedAt, dismiss] = useFlag('hide-push-notification-alert');
  const { isPending, turnOn } = useTurnOn(key);
  const isOffered = Boolean(user && key && isCapable) && subscription === 'absent' && dismissedAt === null;
  const isDiscreet = useDiscretion(isOffered);
  if (!useInTime(isOffered && isDiscreet !== undefined)) return null;
  return (
    <Banner
      icon={<Bell className="size-5 text-sky" aria-hidden />}
      title={t`Don’t miss a reply`}
      onDismiss={dismiss}
      dismissLabel={t`Not now`}
      action={
        <Button size="sm" isPending={isPending} onPress={() => void turnOn()}>
          <Trans>Turn on notifications</Trans>
        </Button>
      }
    >
      <span className="text-sm text-ink-2">
        <DiscretionText isDiscreet={isDiscreet} />
      </span>
    </Banner>
  );
}

/** Subscribes this device, and reports a failure. */
export function useTurnOn(publicKey: string) {
  const { t } = useLingui();
  const [isPending, setPending] = useState(false);
  const turnOn = async () => {
    setPending(true);
    try {
      await subscribeToPush(publicKey);
    } catch {
      void showToast({
        title: t`Couldn’t turn on notifications`,
        description: t`Your browser’s push service didn’t respond. Try again later.`,
        tone: 'error',
      });
    } finally {
      setPending(false);
    }
  };
  return { isPending, turnOn };
}
