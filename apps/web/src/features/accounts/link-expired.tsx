import { ERROR_TEXTS, say } from '@heartline/i18n';
import { Button, EmptyState } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';

/** Content of a page whose link from an e-mail no longer works, and where to get another (S8-008). */
export function LinkExpired({ again }: { again: string }) {
  const { i18n } = useLingui();
  return (
    <EmptyState
      level={1}
      drawing="error"
      title={say(i18n, ERROR_TEXTS.LINK_EXPIRED)}
      action={
        <Button href={again} variant="primary" size="lg">
          <Trans>Request a new e-mail</Trans>
        </Button>
      }
    />
  );
}
