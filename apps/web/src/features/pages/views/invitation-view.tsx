import { TextLink } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { StartForm, type StartFormProps } from './start-form.tsx';

export interface InvitationProps extends Pick<StartFormProps, 'settings' | 'email' | 'onEmail' | 'onStart'> {
  /** The address of the sign-up in the language of the page, for the form's own request. */
  action?: string;
}

/** The e-mail field that starts a sign-up with its text, and a link to the swipe game. */
export function InvitationView({ action = '/signup', ...form }: InvitationProps) {
  return (
    <div className="mt-8">
      <StartForm {...form} action={action} button={<Trans>Join free</Trans>}>
        <TextLink href="/swipe-game" className="mt-1 inline-flex min-h-11 items-center">
          <Trans>Or swipe through a few profiles first</Trans>
        </TextLink>
      </StartForm>
    </div>
  );
}
