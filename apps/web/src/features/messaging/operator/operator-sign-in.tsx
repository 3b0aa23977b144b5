import { type Operator, signInOperator } from '@heartline/contracts';
import { Page } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../client/api.ts';
import { useDocumentTitle } from '../../../client/document-title.ts';
import { refuseEmpty, SignInForm } from '../../../client/sign-in-form.tsx';

/** The door of the people who answer for fictional profiles; a member’s account opens nothing here. */
export function OperatorSignIn({ onSignedIn }: { onSignedIn: (operator: Operator) => void }) {
  const { t } = useLingui();
  const [name, setName] = useState('');
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
        <Trans>For the people who answer messages to fictional profiles. Members sign in on the site.</Trans>
      </p>
      <SignInForm
        account={{ label: t`Name`, name: 'operator', value: name, onChange: setName }}
        onSubmit={(password) => signIn.mutate(password)}
        error={signIn.error}
        isPending={signIn.isPending}
        action={t`Sign in`}
      />
    </Page>
  );
}
