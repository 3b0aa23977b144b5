import { Button, EmptyState, Page, PageHeader, Skeleton } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { useFormatLocale } from '../../client/language.ts';
import { askSafety, type SafetyPerson } from '../../client/safety-request.ts';
import { blockedQuery, useUnblock } from './block-actions.ts';
import { PersonName } from './person-name.tsx';

/** The blocked people, each with buttons to unblock and to report. */
export function BlockedPage() {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  useDocumentTitle(t`Blocked people`);
  const { data, error } = useQuery({ ...blockedQuery, staleTime: 0 });
  return (
    <Page width="text" className="grow">
      <PageHeader title={t`Blocked people`} description={t`You can’t find or see each other.`} />
      {!data && !error && <Skeleton className="h-32" />}
      {error && <p className="text-ink-2">{errorTextOf(error)}</p>}
      {data?.length === 0 && (
        <EmptyState
          drawing="search"
          title={t`You haven’t blocked anyone`}
          action={<Button href="/members">{t`Search members`}</Button>}
        />
      )}
      <ul className="divide-y divide-line">
        {data?.map(({ profile, at }) => (
          <BlockedRow key={profile.id} person={profile} at={at} />
        ))}
      </ul>
    </Page>
  );
}

function BlockedRow({ person, at }: { person: SafetyPerson; at: number }) {
  const { t } = useLingui();
  const unblock = useUnblock();
  const since = new Intl.DateTimeFormat(useFormatLocale(), { dateStyle: 'medium' }).format(at);
  const { name } = person;
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 grow basis-40">
        <PersonName person={person} />
        <p className="tabular text-sm text-ink-2">{t`Blocked on ${since}`}</p>
      </div>
      <div className="-ml-3.5 flex items-center gap-1 sm:ml-0">
        <Button
          size="sm"
          variant="ghost"
          aria-label={t`Report ${name}`}
          onPress={() => askSafety({ kind: 'report', person })}
        >
          {t`Report`}
        </Button>
        <Button
          size="sm"
          aria-label={t`Unblock ${name}`}
          isPending={unblock.isPending}
          onPress={() => unblock.mutate(person)}
        >
          {t`Unblock`}
        </Button>
      </div>
    </li>
  );
}
