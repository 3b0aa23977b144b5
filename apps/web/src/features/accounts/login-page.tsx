import { logIn } from '@heartline/contracts';
import { Banner, Button, Page, TextLink } from '@heartline/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { type EndedElsewhere, useEndedElsewhere } from '../../client/ended-elsewhere.ts';
import { lazyComponent } from '../../client/lazy-component.ts';
import { localPath } from '../../client/local-path.ts';
import { startSession } from '../../client/session.ts';
import { signIn } from '../../client/sign-in.ts';
import { refuseEmpty, SignInForm } from '../../client/sign-in-form.tsx';
import { useSlots } from '../../client/slots.tsx';

/** Loaded only after a refusal: few members need it. */
const LoginRemedy = lazyComponent(() => import('./login-remedy.tsx'), 'LoginRemedy');

/** Login. Every refusal is explained, with what the member can do about it. */
export function LoginPage() {
  const { t } = useLingui();
  const { openSignUp } = useSlots();
  const [email, setEmail] = useState('');
  const login = useLogin();
  const ended = useEndedElsewhere();
  useDocumentTitle(t`Log in`);
  return (
    <Page width="narrow" className="grow">
      <h1 className="title mt-2 mb-6 text-2xl md:mt-10">
        <Trans>Welcome back</Trans>
      </h1>
      <div role="status">
        {ended && (
          <Banner className="mb-6" title={<Trans>You were logged out here</Trans>}>
            <Trans>
              This happens when you log out from another device, change your password or haven’t been here for
              a long time. Log in to pick up where you left off.
            </Trans>
            {ended.unsent && <UnsentNotice {...ended.unsent} />}
          </Banner>
        )}
      </div>
      <SignInForm
        account={{ label: t`E-mail address`, type: 'email', name: 'email', value: email, onChange: setEmail }}
        onSubmit={(password) => login.mutate({ email: email.trim(), password })}
        error={login.error}
        isPending={login.isPending}
        action={t`Log in`}
        help={
          <p className="-mt-1 mb-2 text-right">
            <TextLink href="/reset-password" className="inline-flex min-h-11 items-center">
              <Trans>Forgot your password?</Trans>
            </TextLink>
          </p>
        }
        remedy={
          login.error && (
            <Suspense fallback={null}>
              <LoginRemedy error={login.error} email={login.variables?.email ?? ''} />
            </Suspense>
          )
        }
      />
      <p className="mt-8 flex flex-wrap items-center justify-center gap-x-2 text-base text-ink-2">
        <Trans>New here?</Trans>
        <Button variant="ghost" onPress={() => openSignUp(email.trim())}>
          <Trans>Sign up free</Trans>
        </Button>
      </p>
    </Page>
  );
}

/** The number of the member's unsent messages and drafts, and whether they are stored. */
function UnsentNotice({ messages, drafts, isStored }: NonNullable<EndedElsewhere['unsent']>) {
  const value = messages + drafts;
  if (value === 0) return null;
  return (
    <p className="mt-2">
      {isStored ? (
        <Plural
          value={value}
          one="# unsent message or draft is saved on this device until you log in."
          other="# unsent messages and drafts are saved on this device until you log in."
        />
      ) : (
        <Plural
          value={value}
          one="# unsent message or draft was deleted from this device. It cost nothing."
          other="# unsent messages and drafts were deleted from this device. They cost nothing."
        />
      )}
    </p>
  );
}

/** Logs in and opens the page the member wanted. */
function useLogin() {
  const router = useRouter();
  const { next } = useSearch({ from: '/default/login' });
  return useMutation({
    mutationFn: async (input: { email: string; password: string }) => {
      refuseEmpty(input.email, input.password);
      await signIn(() => call(logIn, input));
      await startSession();
    },
    onSuccess: async () => {
      await router.navigate({ href: localPath(next) ?? '/members', replace: true });
    },
  });
}
