import { Page, PageHeader, Section, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDocumentTitle } from '../../client/document-title.ts';
import { AccountLanguage } from './account-language.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { DataExportSection } from './data-export.tsx';
import { SessionsList } from './sessions-list.tsx';

/** The member's sign-in, sessions and stored data, and how to close the account. */
export function AccountPage() {
  const { t } = useLingui();
  useDocumentTitle(t`Your account`);
  return (
    <Page width="text" className="grow">
      <PageHeader
        title={t`Your account`}
        eyebrow={
          <TextLink href="/settings" className="inline-flex min-h-11 items-center">
            <Trans>Settings</Trans>
          </TextLink>
        }
      />
      <div className="grid grid-cols-1 gap-8 *:border-t *:border-line *:pt-6">
        <Section title={t`E-mail address`}>
          <ChangeEmail />
        </Section>
        <Section title={t`Password`}>
          <ChangePassword />
        </Section>
        <Section title={t`Language`}>
          <AccountLanguage />
        </Section>
        <SessionsList />
        <Section title={t`Your data`}>
          <DataExportSection />
        </Section>
        <Section title={t`Delete account`}>
          <TextLink href="/account/delete" className="inline-flex min-h-11 items-center">
            <Trans>Delete my account</Trans>
          </TextLink>
        </Section>
      </div>
    </Page>
  );
}
