import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDocumentTitle } from '../../../client/document-title.ts';
import { entryQuery } from '../../../people/entry-query.ts';
import { useLabelledName } from '../../../people/fictional-label.ts';
import { TeaserCard } from '../../../people/teaser-card.tsx';
import type { LanderMember } from './lander-config.ts';
import { LanderView } from './lander-view.tsx';
import type { LoadedLander } from './load-lander.ts';
import { useLander } from './use-lander.ts';

/**
 * The landing page of a member (S2-010). Their card comes by a call of its own, never with the page. A member who is
 * gone, blocked or invisible leaves the same page without them.
 */
export function MemberLandingPage({ id, loaded }: { id: string; loaded: LoadedLander }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const member = useLanderMember(id);
  const lander = useLander(loaded, (email) => {
    void navigate({ to: '/members/$id/signup', params: { id }, state: { email } });
  });
  useDocumentTitle(t`Sign up`);
  return <LanderView key={loaded.address.path} {...lander} member={member} />;
}

function useLanderMember(id: string): LanderMember | null | undefined {
  const labelled = useLabelledName();
  const { data, isError } = useQuery(entryQuery(id));
  if (isError) return null;
  if (!data) return undefined;
  const { profile, about, language } = data;
  return {
    name: labelled(profile),
    card: <TeaserCard profile={profile} href={`/members/${id}/signup`} />,
    about,
    language,
  };
}
