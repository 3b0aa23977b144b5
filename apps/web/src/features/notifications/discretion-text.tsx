import { Trans } from '@lingui/react/macro';

/** Describes what a push shows on a locked screen, as the member chose; empty while that is unknown. */
export function DiscretionText({ isDiscreet }: { isDiscreet: boolean | undefined }) {
  if (isDiscreet === undefined) return null;
  return isDiscreet ? (
    <Trans>Discreet: no names and no words of a message on your screen.</Trans>
  ) : (
    <Trans>Shows names and words, as you chose.</Trans>
  );
}
