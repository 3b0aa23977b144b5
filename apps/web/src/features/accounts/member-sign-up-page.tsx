import { Page } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useDocumentTitle } from '../../client/document-title.ts';
import { entryQuery } from '../../people/entry-query.ts';
import { useLabelledName } from '../../people/fictional-label.ts';
import { TeaserCard } from '../../people/teaser-card.tsx';
import { SignUpFlow } from './sign-up-flow.tsx';
import { useHandedEmail } from './sign-up-page.tsx';

/**
 * A sign-up tied to a member (S2-011): their card is shown beside the questions, and the account stores whose page it
 * began on. A member who is gone by now is left out; the sign-up stays.
 */
export function MemberSignUpPage() {
  const { t } = useLingui();
  const { id } = useParams({ from: '/lander/members/$id/signup' });
  const email = useHandedEmail();
  const entry = useQuery({
    ...entryQuery(id),
    select: ({ profile }) => profile,
  });
  const labelled = useLabelledName();
  const name = entry.data && labelled(entry.data);
  useDocumentTitle(name ? t`Meet ${name}` : t`Sign up`);
  return (
    <Page className="grid grow content-start gap-6 md:grid-cols-[220px_minmax(0,440px)] md:justify-center md:gap-8 lg:grid-cols-[300px_minmax(0,440px)] lg:gap-12">
      <aside className="max-md:mx-auto max-md:w-40">
        {entry.data && (
          <>
            <TeaserCard profile={entry.data} href={`/members/${id}/signup`} />
            <p className="mt-3 text-center text-base text-ink-2 max-md:hidden">
              <Trans>Sign up free to meet {name}.</Trans>
            </p>
          </>
        )}
      </aside>
      <div className="flex min-w-0 flex-col">
        <SignUpFlow email={email} entry={id} level={1} />
      </div>
    </Page>
  );
}
