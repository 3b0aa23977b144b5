import { ERROR_TEXTS, say } from '@heartline/i18n';
import { Button, EmptyState, TextField, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useFieldMessage } from '../../client/error-message.ts';
import { useUser } from '../../client/session.ts';
import { useSlots } from '../../client/slots.tsx';
import { MarkedPage } from './marked-page.tsx';
import { ResendActivation } from './resend-activation.tsx';

/** The link of an activation mail did not work. A new mail can be requested here, unless the account is active. */
export function ActivationFailedPage() {
  const user = useUser();
  if (user?.status === 'active') return <ActiveAlready />;
  return <AskForAnother email={user?.email ?? ''} isVisitor={!user} />;
}

function AskForAnother({ email: known, isVisitor }: { email: string; isVisitor: boolean }) {
  const { openSignUp } = useSlots();
  const { t, i18n } = useLingui();
  const message = useFieldMessage();
  const [email, setEmail] = useState(known);
  const [isTried, setTried] = useState(false);
  const title = say(i18n, ERROR_TEXTS.ACTIVATION_FAILED);
  useDocumentTitle(title);
  const isMissing = !email.includes('@');
  return (
    <MarkedPage>
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
          Already activated? <TextLink href="/login">Log in</TextLink>.
        </Trans>
      </p>
      {isVisitor && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-base text-ink-2">
          <Trans>New here?</Trans>
          <Button variant="ghost" onPress={() => openSignUp(email.trim())}>
            <Trans>Sign up free</Trans>
          </Button>
        </p>
      )}
    </MarkedPage>
  );
}

function ActiveAlready() {
  const { t } = useLingui();
  const title = t`Your account is already active`;
  useDocumentTitle(title);
  return (
    <MarkedPage isCentered>
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
    </MarkedPage>
  );
}
