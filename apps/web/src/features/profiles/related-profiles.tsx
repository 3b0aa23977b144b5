import { relatedMembers } from '@heartline/contracts';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { keys } from '../../client/query.ts';
import { useMember } from '../../client/session.ts';
import { MemberCard } from '../../people/member-card.tsx';
import { PeopleList } from '../../people/people-list.tsx';

/**
 * Members similar to the shown one (S2-008). Empty when there are none, and on one's own profile; the page does not
 * wait for them.
 */
export function RelatedProfiles({ id }: { id: string }) {
  const { t } = useLingui();
  const isOwn = useMember().id === id;
  const { data } = useQuery({
    queryKey: keys.related(id),
    queryFn: async ({ signal }) => (await call(relatedMembers, { id }, { signal })).results,
    enabled: !isOwn,
  });
  if (!data?.length) return null;
  return (
    <section aria-labelledby="related" className="mt-12 border-t border-line pt-8">
      <h2 id="related" className="title mb-4 text-lg">{t`You might also like`}</h2>
      <PeopleList people={data}>
        <ul className="grid grid-cols-2 gap-3 max-2xs:grid-cols-1 sm:grid-cols-3 md:gap-4 lg:grid-cols-4">
          {data.map((profile) => (
            <li key={profile.id}>
              <MemberCard profile={profile} />
            </li>
          ))}
        </ul>
      </PeopleList>
    </section>
  );
}
