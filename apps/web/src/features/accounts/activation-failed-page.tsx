import { ERROR_TEXTS, say } from '@heartline/i18n';
import { EmptyState, Page, TextField, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { ResendActivation } from './resend-activation.tsx';

/** The link was used, too old or cut off: a new one can be asked for right here. */
export function ActivationFailedPage() {
  const { t, i18n } = useLingui();
  const [email, setEmail] = useState('');
  const title = say(i18n, ERROR_TEXTS.ACTIVATION_FAILED);
  useDocumentTitle(title);
  return (
    <Page width="narrow" className="grow">
      <EmptyState level={1} drawing="error" title={title} className="px-0!">
        {say(i18n, ERROR_TEXTS.LINK_EXPIRED)}
      </EmptyState>
      <TextField
        label={t`E-mail address`}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        value={email}
        onChange={setEmail}
      />
      {email.includes('@') && <ResendActivation email={email.trim()} />}
      <p className="mt-6 text-center text-base text-ink-2">
        <Trans>
          Was it active already? Then <TextLink href="/login">log in</TextLink>.
        </Trans>
      </p>
    </Page>
  );
}
