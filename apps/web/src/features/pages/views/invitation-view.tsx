import type { PublicSettings } from '@heartline/contracts';
import { Button, TextField, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';

export interface InvitationProps {
  settings: Pick<PublicSettings, 'signups' | 'min_age'>;
  /** The text of the e-mail field. */
  email: string;
  onEmail?: (email: string) => void;
  /** The address of the sign-up in the language of the page, for the form's own request. */
  action?: string;
  /** Replaces that request. */
  onStart?: () => void;
}

/** The e-mail field that starts a sign-up with its text, and a link to the swipe game. */
export function InvitationView({ settings, email, onEmail, onStart, action = '/signup' }: InvitationProps) {
  const { t } = useLingui();
  const { signups, min_age: minAge } = settings;
  if (signups === 'closed') {
    return (
      <p className="mt-8 text-base text-ink-2">
        <Trans>Signing up is by invitation only.</Trans>{' '}
        <TextLink href="/login">
          <Trans>Log in</Trans>
        </TextLink>
      </p>
    );
  }
  return (
    <form
      noValidate
      // Used before the app has loaded, and without scripts. A POST keeps the address out of logs.
      method="post"
      action={action}
      className="mt-8 max-w-[480px]"
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
            <Trans>Join free</Trans>
            <ArrowRight className="size-4.5" aria-hidden />
          </span>
        </Button>
      </div>
      <p className="mt-3 text-sm text-ink-2">
        <Trans>{minAge}+ only. We never show your e-mail to anyone.</Trans>
      </p>
      <TextLink href="/swipe-game" className="mt-1 inline-flex min-h-11 items-center">
        <Trans>Or swipe through a few profiles first</Trans>
      </TextLink>
    </form>
  );
}
