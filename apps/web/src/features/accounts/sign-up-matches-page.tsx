import { Button, EmptyState, PageHeader, PortraitCardSkeleton, PortraitGrid } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useMember } from '../../client/session.ts';
import { TeaserCard } from '../../people/teaser-card.tsx';
import { MarkedPage } from './marked-page.tsx';
import { signUpMatchesQuery } from './sign-up-matches.ts';
import { useConfirmedElsewhere } from './use-confirmed-elsewhere.ts';

const SHOWN = 6;

/** Members to meet, shown while the e-mail is unconfirmed (S2-032). None can be opened yet. */
export function SignUpMatchesPage() {
  const { t } = useLingui();
  useMember();
  useConfirmedElsewhere();
  const matches = useQuery(signUpMatchesQuery);
  useDocumentTitle(t`People you might like`);
  return (
    <MarkedPage width="page">
      <PageHeader
        title={t`People you might like`}
        description={t`Confirm your e-mail address to see their profiles, like them and write to them.`}
        actions={
          <Button href="/complete-signup" variant="primary">
            <Trans>Confirm my address</Trans>
          </Button>
        }
      />
      {matches.data?.length === 0 ? (
        <EmptyState
          drawing="search"
          title={t`No one to show you yet`}
          action={
            <Button href="/complete-signup">
              <Trans>Confirm my address</Trans>
            </Button>
          }
        >
          <Trans>Once you’ve confirmed your address, you can search everywhere.</Trans>
        </EmptyState>
      ) : (
        <PortraitGrid>
          {matches.data
            ? matches.data.map((card) => <TeaserCard key={card.id} profile={card} href="/complete-signup" />)
            : Array.from({ length: SHOWN }, (_, index) => <PortraitCardSkeleton key={index} />)}
        </PortraitGrid>
      )}
    </MarkedPage>
  );
}
