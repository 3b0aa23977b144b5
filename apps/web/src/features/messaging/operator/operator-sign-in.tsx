import { type Operator, signInOperator } from '@heartline/contracts';
import { Banner, Page } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../client/api.ts';
import { useDocumentTitle } from '../../../client/document-title.ts';
import { refuseEmpty, SignInForm } from '../../../client/sign-in-form.tsx';
import { begunAnswers } from './begun.ts';

interface OperatorSignInProps {
  /** Name of the operator whose session ended while this page was open. */
  ended: string | undefined;
  onSignedIn: (operator: Operator) => void;
}

/** Sign-in of operators, who answer for fictional profiles. A member account does not work here. */
export function OperatorSignIn({ ended, onSignedIn }: OperatorSignInProps) {
  const { t } = useLingui();
  const [name, setName] = useState(ended ?? '');
  useDocumentTitle(t`Operators`);
  const signIn = useMutation({
    mutationFn: async (password: string) => {
      refuseEmpty(name.trim(), password);
      return call(signInOperator, { name: name.trim(), password });
    },
    onSuccess: ({ operator }) => onSignedIn(operator),
  });
  return (
    <Page width="narrow" className="grow">
      <h1 className="title mt-2 mb-2 text-2xl md:mt-10">
        <Trans>Operators</Trans>
      </h1>
      <p className="mb-6 text-base text-ink-2">
        <Trans>For the team that answers messages to fictional profiles. Members log in on the site.</Trans>
      </p>
      {ended !== undefined && (
        <div role="status" className="mb-6">
          <Banner tone="warn" title={<Trans>Your shift has ended</Trans>}>
            {begunAnswers.hasAny() ? (
              <Trans>
                Your unsent text is saved in this tab. Log in again as {ended} to find it where you left it.
              </Trans>
            ) : (
              <Trans>Log in again to continue.</Trans>
            )}
          </Banner>
        </div>
      )}
      <SignInForm
        account={{ label: t`Name`, name: 'operator', value: name, onChange: setName }}
        onSubmit={(password) => signIn.mutate(password)}
        error={signIn.error}
        isPending={signIn.isPending}
        action={t`Log in`}
      />
    </Page>
  );
}
