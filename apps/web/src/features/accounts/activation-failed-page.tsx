import { ERROR_TEXTS, say } from '@heartline/i18n';
import { Button, EmptyState, Page, TextField, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useFieldMessage } from '../../client/error-message.ts';
import { useUser } from '../../client/session.ts';
import { ResendActivation } from './resend-activation.tsx';

/** The link of an activation mail did not work. A new mail can be requested here, unless the account is active. */
export function ActivationFailedPage() {
  const user = useUser();
  return user?.status === 'active' ? <ActiveAlready /> : <AskForAnother email={user?.email ?? ''} />;
}

function AskForAnother({ email: known }: { email: string }) {
  const { t, i18n } = useLingui();
  const message = useFieldMessage();
  const [email, setEmail] = useState(known);
  const [isTried, setTried] = useState(false);
  const title = say(i18n, ERROR_TEXTS.ACTIVATION_FAILED);
  useDocumentTitle(title);
  const isMissing = !email.includes('@');
  return (
    <Page width="narrow" className="grow">
      <EmptyState level={1} drawing="error" title={title} className="px-0!">
        {say(i18n, ERROR_TEXTS.LINK_EXPIRED)}
      </EmptyState>
      <TextField
        label={t`E-mail address`}
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        isRequired
        value={email}
        onChange={setEmail}
        errorMessage={isTried && isMissing ? message(email.trim() ? 'EMAIL_INVALID' : 'REQUIRED') : undefined}
      />
      <ResendActivation
        email={email.trim()}
        isReady={() => {
          setTried(true);
          return !isMissing;
        }}
      />
      <p className="mt-6 text-center text-base text-ink-2">
        <Trans>
          Was it active already? Then <TextLink href="/login">log in</TextLink>.
        </Trans>
      </p>
    </Page>
  );
}

function ActiveAlready() {
  const { t } = useLingui();
  const title = t`Your account is already active`;
  useDocumentTitle(title);
  return (
    <Page width="narrow" className="flex grow flex-col justify-center">
      <EmptyState
        level={1}
        drawing="likes"
        title={title}
        action={
          <Button href="/members" variant="primary" size="lg">
            <Trans>Search members</Trans>
          </Button>
        }
      />
    </Page>
  );
}
