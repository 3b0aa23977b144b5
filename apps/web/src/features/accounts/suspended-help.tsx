import { TextLink } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useSettings } from '../../client/session.ts';

/** Help for a suspended member: write to the people who decided. */
export function SuspendedHelp() {
  const { support_email: email } = useSettings();
  return (
    <p className="mt-4 text-base text-ink-2">
      <Trans>
        Write to <TextLink href={`mailto:${email}`}>{email}</TextLink> and tell us why. A real person will
        reply within 14 days.
      </Trans>
    </p>
  );
}
