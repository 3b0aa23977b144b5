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
          <Trans>Nobody can see you any more, and you get no more messages from us.</Trans>
        </p>
        <p>
          {t`${plural(days, {
            one: 'For # day the link in the mail we sent you brings everything back.',
            other: 'For # days the link in the mail we sent you brings everything back.',
          })}`}{' '}
          <Trans>
            After that it is erased for good. Only the books of payments and credits stay, as the law asks,
            without your name.
          </Trans>
        </p>
      </div>
      <Button href="/" variant="quiet" className="mt-8">
        <Trans>To the home page</Trans>
      </Button>
    </MarkedPage>
  );
}
