import { CONSTANTS } from '@heartline/contracts';
import { Button, LineDrawing } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDocumentTitle } from '../../client/document-title.ts';
import { MarkedPage } from './marked-page.tsx';

/** The account is closed. Says what happens now, and how to come back (S2-043). */
export function AccountDeletedPage() {
  const { t } = useLingui();
  const days = CONSTANTS.reactivationDays;
  useDocumentTitle(t`Your account is closed`);
  return (
    <MarkedPage isCentered>
      <LineDrawing name="mail" className="h-36 w-auto text-pulse" isDrawn />
      <h1 className="title mt-6 text-2xl">
        <Trans>Your account is closed</Trans>
      </h1>
      <div className="mt-3 grid gap-3 text-base text-ink-2">
        <p>
          <Trans>Your profile is hidden, and we won’t send you any more messages.</Trans>
        </p>
        <p>
          {t`${plural(days, {
            one: 'Changed your mind? The link in our e-mail restores everything for # day.',
            other: 'Changed your mind? The link in our e-mail restores everything for # days.',
          })}`}{' '}
          <Trans>
            After that, everything is erased for good. By law we keep anonymised payment and credit records.
          </Trans>
        </p>
      </div>
      <Button href="/" variant="quiet" className="mt-8">
        <Trans>Go to home page</Trans>
      </Button>
    </MarkedPage>
  );
}
