import { searchMembers } from '@heartline/contracts';
import { Banner, Button, Page, PortraitCardSkeleton, PortraitGrid } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Search, Sparkles } from 'lucide-react';
import { call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { keys } from '../../client/query.ts';
import { useMember, useSettings } from '../../client/session.ts';
import { MemberCard } from '../../people/member-card.tsx';

const SHOWN = 5;

/** The account is active: what one has, where to begin, and who is here (S2: /activate/done). */
export function ActivatedPage() {
  const { t } = useLingui();
  const { profile, paid_user: isPaid } = useMember();
  const { signup_credits: credits } = useSettings();
  const { country } = profile;
  const members = useQuery({
    queryKey: keys.members({ country, overview: true }),
    queryFn: async ({ signal }) =>
      (await call(searchMembers, { country }, { signal })).results.slice(0, SHOWN),
  });
  const { name } = profile;
  useDocumentTitle(t`Welcome`);
  return (
    <Page className="grow">
      <header className="mx-auto max-w-[560px] py-6 text-center md:py-10">
        <h1 className="title text-2xl md:text-3xl">
          <Trans>Welcome, {name}</Trans>
        </h1>
        <p className="mt-3 text-md text-ink-2">
          {t`Your account is active. ${plural(credits, {
            one: '# credit is yours to begin with: enough for a first message.',
            other: '# credits are yours to begin with: enough for the first messages.',
          })}`}
        </p>
        <Button
          href="/members"
          variant="primary"
          size="lg"
          className="mt-6"
          icon={<Search className="size-5" aria-hidden />}
        >
          <Trans>Search members</Trans>
        </Button>
      </header>
      <PortraitGrid className="max-xl:*:nth-5:hidden sm:max-lg:*:nth-4:hidden">
        {members.data
          ? members.data.map((card) => <MemberCard key={card.id} profile={card} isFirst />)
          : Array.from({ length: SHOWN }, (_, index) => <PortraitCardSkeleton key={index} />)}
      </PortraitGrid>
      {!isPaid && (
        <Banner
          className="mt-8"
          icon={<Sparkles className="size-5 text-pulse" aria-hidden />}
          title={t`Get Premium`}
          action={
            <Button href="/premium" size="sm">
              <Trans>See the packs</Trans>
            </Button>
          }
        >
          <Trans>
            Any credit pack makes you a premium member for life: all photos and as many conversations as you
            like.
          </Trans>
        </Banner>
      )}
    </Page>
  );
}
