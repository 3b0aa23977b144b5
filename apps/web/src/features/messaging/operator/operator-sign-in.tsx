import { type Operator, signInOperator } from '@heartline/contracts';
import { Button, FormError, Page, PasswordField, TextField } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../../client/api.ts';
import { useDocumentTitle } from '../../../client/document-title.ts';
import { useErrorMessage } from '../../../client/error-message.ts';

/** The door of the people who answer for fictional profiles; a member’s account opens nothing here. */
export function OperatorSignIn({ onSignedIn }: { onSignedIn: (operator: Operator) => void }) {
  const { t } = useLingui();
  const say = useErrorMessage();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  useDocumentTitle(t`Operators`);
  const signIn = useMutation({
    mutationFn: async () => {
      // An empty form is a wrong sign-in like any other; the server need not be asked.
      if (!name.trim() || !password) throw new ApiError(401, { code: 'LOGIN_FAILED' });
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
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate();
        }}
      >
        <TextField
          label={t`Name`}
          name="operator"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          isRequired
          value={name}
          onChange={setName}
        />
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          showLabel={t`Show password`}
          hideLabel={t`Hide password`}
          isRequired
          value={password}
          onChange={setPassword}
        />
        <FormError>{signIn.error && say(signIn.error)}</FormError>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isFullWidth
          className="mt-4"
          isPending={signIn.isPending}
        >
          <Trans>Sign in</Trans>
        </Button>
      </form>
    </Page>
  );
}
