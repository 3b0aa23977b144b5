import type { PublicSettings } from '@heartline/contracts';
import { Button, TextField, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';

export interface StartFormProps {
  settings: Pick<PublicSettings, 'signups' | 'min_age'>;
  /** Words on the button. */
  button: ReactNode;
  email: string;
  onEmail?: ((email: string) => void) | undefined;
  /** The address of the sign-up, for the form's own request. */
  action: string;
  /** Replaces that request. */
  onStart?: (() => void) | undefined;
  /** Shown below the field. */
  children?: ReactNode;
}

/** The e-mail field that begins a sign-up. A closed site says so instead. */
export function StartForm({ settings, button, email, onEmail, action, onStart, children }: StartFormProps) {
  const { t } = useLingui();
  const { min_age: minAge } = settings;
  if (settings.signups === 'closed') return <ByInvitation />;
  return (
    <form
      noValidate
      // Used before the app has loaded, and without scripts. A POST keeps the address out of logs.
      method="post"
      action={action}
      className="w-full max-w-[480px]"
      onSubmit={(event) => {
        event.preventDefault();
        onStart?.();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          label={t`E-mail address`}
          isLabelHidden
          isCompact
          placeholder={t`Your e-mail address`}
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          onChange={(text) => onEmail?.(text)}
        />
        <Button type="submit" variant="primary" className="min-h-12">
          <span className="inline-flex items-center gap-2">
            {button}
            <ArrowRight className="size-4.5" aria-hidden />
          </span>
        </Button>
      </div>
      <p className="mt-3 text-left text-sm text-ink-2">
        <Trans>{minAge}+ only. We never show your e-mail to anyone.</Trans>
      </p>
      {children}
    </form>
  );
}

function ByInvitation() {
  return (
    <p className="text-base text-ink-2">
      <Trans>Signing up is by invitation only.</Trans>{' '}
      <TextLink href="/login">
        <Trans>Log in</Trans>
      </TextLink>
    </p>
  );
}
