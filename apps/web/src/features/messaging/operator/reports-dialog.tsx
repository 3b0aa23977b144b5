import { type OperatorReport, readOperatorReports } from '@heartline/contracts';
import { Badge, Dialog, EmptyState, IconButton, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../../client/api.ts';
import { serverNow } from '../../../client/clock.ts';
import { LoadFailure } from '../../../client/load-failure.tsx';
import { queryClient } from '../../../client/query.ts';
import { OUTCOME_LABELS } from '../../../people/outcome-labels.ts';
import { REPORT_REASON_LABELS } from '../../../people/report-reason-labels.ts';
import { useTimes } from '../times.ts';
import { queueQuery, reportsQuery } from './operator-queries.ts';

/** Button in the top bar with the number of unread reports, and the list it opens. */
export function ReportsButton() {
  const { t } = useLingui();
  const unread = useQuery(queueQuery).data?.unreadReports ?? 0;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <span className="relative">
        <IconButton
          label={unread > 0 ? t`Reports, ${unread} unread` : t`Reports`}
          onPress={() => setOpen(true)}
        >
          <Flag className="size-5" aria-hidden />
        </IconButton>
        {unread > 0 && (
          <span className="pointer-events-none absolute top-0.5 right-0.5" aria-hidden>
            <Badge>{unread > 99 ? '99+' : `${unread}`}</Badge>
          </span>
        )}
      </span>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title={t`Reports`} closeLabel={t`Close`}>
        <Reports />
      </Dialog>
    </>
  );
}

/** The reports of the site's fictional profiles. Those of this list count as read from now on. */
function Reports() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(reportsQuery);
  const upTo = data?.serverAt;
  useEffect(() => {
    if (upTo === undefined) return;
    const read = async () => {
      await call(readOperatorReports, { upTo });
      await queryClient.invalidateQueries({ queryKey: queueQuery.queryKey });
    };
    // They stay unread if this fails.
    read().catch(() => undefined);
  }, [upTo]);
  if (!data && error) return <LoadFailure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-40" />;
  if (data.reports.length === 0) {
    return (
      <EmptyState drawing="inbox" title={t`No reports`}>
        <Trans>Reports by you and your colleagues, and about your fictional profiles, show up here.</Trans>
      </EmptyState>
    );
  }
  return (
    <ul aria-label={t`Reports`} className="grid gap-3">
      {data.reports.map((report) => (
        <li key={report.id}>
          <Report report={report} />
        </li>
      ))}
    </ul>
  );
}

function Report({ report }: { report: OperatorReport }) {
  const { t, i18n } = useLingui();
  const times = useTimes();
  const { name, outcome, decidedAt } = report;
  const decidedOn = decidedAt === null ? '' : times.brief(decidedAt, serverNow());
  const decided = outcome && i18n._(OUTCOME_LABELS[outcome]);
  return (
    <article className="rounded-control bg-sunk px-4 py-3 text-sm">
      <header className="flex items-baseline gap-2">
        {report.unread && <Badge>{t`New`}</Badge>}
        <h3 className="min-w-0 grow truncate font-semibold">
          {report.direction === 'by_us' ? (
            <Trans>You reported {name}</Trans>
          ) : (
            <Trans>{name} was reported</Trans>
          )}
        </h3>
        <span className="tabular shrink-0 text-xs text-ink-2">
          {times.brief(report.openedAt, serverNow())}
        </span>
      </header>
      <p className="text-ink-2">{i18n._(REPORT_REASON_LABELS[report.reason])}</p>
      {report.words && (
        <blockquote className="mt-2 border-l-2 border-line pl-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {report.words}
        </blockquote>
      )}
      <p className="mt-2 font-medium">
        {decided ? `${decided} (${decidedOn})` : <Trans>Not decided yet</Trans>}
      </p>
    </article>
  );
}
