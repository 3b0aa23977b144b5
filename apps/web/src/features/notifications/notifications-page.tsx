import { Page, PageHeader, Section, Skeleton, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useSlots } from '../../client/slots.tsx';
import { EmailSources } from './email-sources.tsx';
import { MailOff } from './mail-off.tsx';
import { NotificationTypes } from './notification-types.tsx';
import { PushSwitches } from './push-switches.tsx';
import { useChangeNotifications, useNotifications } from './use-notifications.ts';

/** Notification settings, privacy, and the link to the account (S2-051). */
export function NotificationsPage() {
  const { t } = useLingui();
  const { PrivacySettings } = useSlots();
  useDocumentTitle(t`Settings`);
  return (
    <Page width="text" className="grow">
      <PageHeader title={t`Settings`} />
      <div className="grid grid-cols-1 gap-10">
        <Suspense fallback={<Skeleton className="h-[1080px]" />}>
          <NotificationSections />
        </Suspense>
        <PrivacySettings />
        <Section title={t`Your account`}>
          <TextLink href="/account" className="flex min-h-11 w-fit items-center">
            <Trans>Password, e-mail address, language, devices and your data</Trans>
          </TextLink>
          <TextLink href="/account/delete" className="inline-flex min-h-11 items-center">
            <Trans>Delete my account</Trans>
          </TextLink>
        </Section>
      </div>
    </Page>
  );
}

function NotificationSections() {
  const { t } = useLingui();
  const { settings, email_sources: sources, notifications_disabled: reasons } = useNotifications();
  const change = useChangeNotifications();
  return (
    <>
      <MailOff reasons={reasons} />
      <Section title={t`Notifications`}>
        <PushSwitches settings={settings} onChange={change} />
      </Section>
      <Section title={t`What we notify you about`}>
        <NotificationTypes settings={settings} onChange={change} />
      </Section>
      <Section title={t`E-mails from us`}>
        <EmailSources sources={sources} onChange={change} />
      </Section>
    </>
  );
}
