import { Page, PageHeader, Switch } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useSettings } from '../../client/session.ts';
import { useSlots } from '../../client/slots.tsx';
import { type PushState, unsubscribeFromPush, usePushState } from './push.ts';
import { useTurnOn } from './push-prompt.tsx';

/** How this device is told of what happens, and where the member is signed in. */
export function NotificationsPage() {
  const { t } = useLingui();
  const { SessionsList } = useSlots();
  useDocumentTitle(t`Settings`);
  return (
    <Page width="text" className="grow">
      <PageHeader title={t`Settings`} />
      <div className="grid gap-10">
        <section aria-labelledby="push">
          <h2 id="push" className="title mb-2 text-lg">
            <Trans>Notifications</Trans>
          </h2>
          <PushSwitch />
        </section>
        <SessionsList />
      </div>
    </Page>
  );
}

function PushSwitch() {
  const { t } = useLingui();
  const push = usePushState();
  const { push_public_key: key } = useSettings();
  const { isPending, turnOn } = useTurnOn(key);
  const cannot = usePushObstacle(push, key);
  return (
    <Switch
      label={t`New messages on this device`}
      description={cannot ?? t`Discreet: no names and no words of a message on your screen.`}
      value={push.subscription === 'present'}
      isDisabled={cannot !== undefined || isPending || push.subscription === 'unknown'}
      onChange={(isOn) => void (isOn ? turnOn() : unsubscribeFromPush())}
    />
  );
}

/** Why push can't be turned on here, in words. */
function usePushObstacle({ isCapable, subscription }: PushState, key: string): string | undefined {
  const { t } = useLingui();
  if (!isCapable || !key) return t`This browser can’t receive notifications from us.`;
  if (subscription === 'denied') {
    return t`You said no to notifications. To change that, open the settings of your browser for this site.`;
  }
  return undefined;
}
