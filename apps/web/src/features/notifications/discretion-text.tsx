import { Trans } from '@lingui/react/macro';

/** Describes what a push shows on a locked screen, as the member chose; empty while that is unknown. */
export function DiscretionText({ isDiscreet }: { isDiscreet: boolean | undefined }) {
  if (isDiscreet === undefined) return null;
  return isDiscreet ? (
    <Trans>Private notifications: no names or message text on your lock screen.</Trans>
  ) : (
    <Trans>Names and message text are shown, as you chose.</Trans>
  );
}
