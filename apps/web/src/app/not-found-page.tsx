import { Button, EmptyState, Page } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useDocumentTitle } from '../client/document-title.ts';

/** Unknown addresses (S2, S8): the specified text, and a link home. */
export function NotFoundPage() {
  const { t } = useLingui();
  useDocumentTitle(t`This page could not be found`);
  return (
    <Page width="narrow">
      <EmptyState
        level={1}
        drawing="notFound"
        title={t`This page could not be found`}
        action={<Button href="/" variant="primary">{t`Back to home`}</Button>}
      />
    </Page>
  );
}
