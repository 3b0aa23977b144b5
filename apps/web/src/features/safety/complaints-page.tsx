import type { CaseSummary } from '@heartline/contracts';
import { getCases } from '@heartline/contracts';
import { Button, Chip, Skeleton, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { useFormatLocale } from '../../client/language.ts';
import { keys } from '../../client/query.ts';
import { askSafety, type SafetyPerson } from '../../client/safety-request.ts';
import { useActiveUser, useSettings } from '../../client/session.ts';
import { REPORT_REASON_LABELS } from '../../people/report-reason-labels.ts';
import { ComplaintsView, LogInForCases } from './complaints-view.tsx';
import { PersonName } from './person-name.tsx';

/** Explains to everybody how to complain. Shows members the results, and people they wrote with before (S2-080). */
export function ComplaintsPage() {
  const { t } = useLingui();
  const user = useActiveUser();
  const { support_email: email } = useSettings();
  useDocumentTitle(t`Reports and complaints`);
  return <ComplaintsView email={email}>{user ? <OwnCases /> : <LogInForCases />}</ComplaintsView>;
}

function OwnCases() {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { data, error } = useQuery({
    queryKey: keys.cases,
    queryFn: ({ signal }) => call(getCases, {}, { signal }),
    staleTime: 0,
  });
  if (!data && error) return <p className="text-ink-2">{errorTextOf(error)}</p>;
  if (!data) return <Skeleton className="h-40" />;
  return (
    <>
      <section aria-labelledby="cases">
        <h2 id="cases" className="title mb-2 text-lg">
          <Trans>Your reports</Trans>
        </h2>
        {data.cases.length === 0 && <p className="text-ink-2">{t`You haven’t reported anyone.`}</p>}
        <ul className="divide-y divide-line">
          {data.cases.map((one) => (
            <CaseRow key={one.id} of={one} />
          ))}
        </ul>
      </section>
      {data.people.length > 0 && <People people={data.people} />}
    </>
  );
}

function CaseRow({ of }: { of: CaseSummary }) {
  const { t, i18n } = useLingui();
  const opened = new Intl.DateTimeFormat(useFormatLocale(), { dateStyle: 'medium' }).format(of.openedAt);
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 grow">
        {of.role === 'reporter' ? (
          <PersonName person={of} />
        ) : (
          <span className="font-medium">{t`About you`}</span>
        )}
        <p className="tabular text-sm text-ink-2">
          {i18n._(REPORT_REASON_LABELS[of.reason])} · {opened}
        </p>
      </div>
      <Chip tone={of.state === 'open' ? 'amber' : 'leaf'}>
        {of.state === 'open' ? t({ context: 'case', message: 'Open' }) : t`Decided`}
      </Chip>
      <TextLink href={`/cases/${of.id}`} className="inline-flex min-h-11 items-center">
        {t`View case`}
      </TextLink>
    </li>
  );
}

/** People of past conversations. Some are not shown anywhere else, and can still be reported. */
function People({ people }: { people: readonly SafetyPerson[] }) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="people">
      <h2 id="people" className="title mb-2 text-lg">
        <Trans>People you’ve chatted with</Trans>
      </h2>
      <ul className="divide-y divide-line">
        {people.map((person) => {
          const { name } = person;
          return (
            <li key={person.id} className="flex min-h-14 items-center gap-4 py-1.5">
              <span className="min-w-0 grow">
                <PersonName person={person} />
              </span>
              <Button
                size="sm"
                variant="ghost"
                aria-label={t`Report ${name}`}
                onPress={() => askSafety({ kind: 'report', person })}
              >
                {t`Report`}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
