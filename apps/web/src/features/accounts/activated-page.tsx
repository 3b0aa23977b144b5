import { searchMembers } from '@heartline/contracts';
import { Avatar, Button, Card, PortraitCardSkeleton, PortraitGrid } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Search, Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { keys } from '../../client/query.ts';
import { useMember, useSettings } from '../../client/session.ts';
import { MemberCard } from '../../people/member-card.tsx';
import { photoUrl } from '../../people/photo-url.ts';
import { MarkedPage } from './marked-page.tsx';
import { dropWanted, readWanted } from './sign-up-wanted.ts';

const SHOWN = 5;

/** The account is active: the credits, where to begin, and members to meet (S2: /activate/done). */
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
  const [wanted] = useState(readWanted);
  useEffect(dropWanted, []);
  useDocumentTitle(t`Welcome`);
  return (
    <MarkedPage width="page">
      <header className="mx-auto max-w-[560px] py-6 text-center md:py-10">
        <h1 className="title text-2xl md:text-3xl">
          <Trans>Welcome, {name}</Trans>
        </h1>
        <p className="mt-3 text-md text-ink-2">
          {t`Your account is active. ${plural(credits, {
            one: 'You have # free credit to start with: enough for a first message.',
            other: 'You have # free credits to start with: enough for your first messages.',
          })}`}
        </p>
        <Button
          href={wanted ?? '/members'}
          variant="primary"
          size="lg"
          className="mt-6"
          icon={!wanted && <Search className="size-5" aria-hidden />}
        >
          {wanted ? <Trans>Continue where you left off</Trans> : <Trans>Search members</Trans>}
        </Button>
      </header>
      <div className="mb-8 grid grid-cols-1 gap-4 md:grid-cols-2">
        <ProfileCard />
        {!isPaid && <PremiumCard />}
      </div>
      <h2 className="title mb-3 text-lg">
        <Trans>People here</Trans>
      </h2>
      <PortraitGrid className="max-xl:*:nth-5:hidden sm:max-lg:*:nth-4:hidden">
        {members.data
          ? members.data.map((card) => <MemberCard key={card.id} profile={card} isFirst />)
          : Array.from({ length: SHOWN }, (_, index) => <PortraitCardSkeleton key={index} />)}
      </PortraitGrid>
    </MarkedPage>
  );
}

/** The profile as filled in at the sign-up, and a link to complete it (S2-040). */
function ProfileCard() {
  const { t } = useLingui();
  const { profile } = useMember();
  const { cdn_prefix: prefix } = useSettings();
  const { name, main_image: image } = profile;
  return (
    <section aria-label={t`Your profile`}>
      <Card className="flex h-full items-center gap-4">
        <Avatar name={name} src={photoUrl(prefix, image?.thumb_filename)} size="lg" />
        <div className="min-w-0 grow">
          <h2 className="title truncate text-lg">{name}</h2>
          <p className="text-base text-ink-2">
            {image ? (
              <Trans>A few words and interests give people something to write about.</Trans>
            ) : (
              <Trans>A photo and a few words give people a reason to write.</Trans>
            )}
          </p>
          <Button href="/profile" size="sm" className="mt-3">
            <Trans>Complete my profile</Trans>
          </Button>
        </div>
      </Card>
    </section>
  );
}

/** The permanent benefits of any pack (S2-038). */
function PremiumCard() {
  const { t } = useLingui();
  return (
    <section aria-label={t`Get Premium`}>
      <Card className="flex h-full items-center gap-4">
        <Sparkles className="size-8 shrink-0 text-pulse" aria-hidden />
        <div className="min-w-0 grow">
          <h2 className="title text-lg">{t`Get Premium`}</h2>
          <p className="text-base text-ink-2">
            <Trans>
              Any credit pack makes you a premium member for life: all photos, unlimited conversations.
            </Trans>
          </p>
          <Button href="/premium" size="sm" className="mt-3">
            <Trans>See the packs</Trans>
          </Button>
        </div>
      </Card>
    </section>
  );
}
