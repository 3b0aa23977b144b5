import {
  getStatement,
  type OutputOf,
  STATEMENT_FILE_PATH,
  type StatementEntry,
  type StatementFilter,
} from '@heartline/contracts';
import {
  Button,
  EmptyState,
  FormError,
  Page,
  PageHeader,
  Skeleton,
  StatementDay,
  StatementRow,
  Tabs,
  TextLink,
} from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { formatLocale } from '../../client/language.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys } from '../../client/query.ts';
import { DebtNotice } from '../../people/debt-notice.tsx';
import { formatCount } from '../../people/money.ts';
import { ReceiptLink } from '../../people/receipt-link.tsx';
import { EntryIcon, useEntryText } from './entry-text.tsx';
import { byDay } from './statement-days.ts';

type Statement = OutputOf<typeof getStatement>;

/** Interval of refetches while the statement has held credits. */
const HELD_AGAIN_MS = 2_000;

/** All credit entries by day, each with the balance after it; they add up to the balance. */
export function StatementPage() {
  const { t } = useLingui();
  const [filter, setFilter] = useState<StatementFilter>('all');
  useDocumentTitle(t`Credits statement`);
  const query = useStatement(filter);
  // The previous lines stay when the lines of another filter can't be loaded.
  const known = useRef<Statement>(undefined);
  known.current = query.data?.pages[0] ?? known.current;
  const first = known.current;
  return (
    <Page width="text" className="grow">
      <PageHeader
        title={t`Statement`}
        eyebrow={
          <TextLink href="/credits" className="target">
            <Trans>Credits</Trans>
          </TextLink>
        }
      />
      {!first && !query.error && <StatementSkeleton />}
      {!first && query.error && <LoadFailure error={query.error} onRetry={query.refetch} />}
      {first && (
        <>
          <Balances statement={first} />
          <DebtNotice className="mb-8" />
          <h2 className="sr-only">{t`Credits statement`}</h2>
          <Filtered filter={filter} onFilter={setFilter}>
            <Lines query={query} filter={filter} />
          </Filtered>
        </>
      )}
    </Page>
  );
}

/** The lines of one filter, page by page. */
function useStatement(filter: StatementFilter) {
  return useInfiniteQuery({
    queryKey: keys.statementOf(filter),
    queryFn: ({ pageParam, signal }) =>
      call(getStatement, { filter, ...(pageParam !== undefined && { before: pageParam }) }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // The filter changes the list and not the balance, so the previous answer stays until the new one arrives.
    placeholderData: (held) => held,
    // A hold settles within a moment, and no event reports it: the balance does not change.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.held ? HELD_AGAIN_MS : false),
  });
}

/** The loaded lines, and the button for older ones. */
function Lines({ query, filter }: { query: ReturnType<typeof useStatement>; filter: StatementFilter }) {
  const errorTextOf = useErrorMessage();
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  const { list, noteShown } = useFocusOnOlder(query.hasNextPage);
  if (query.isPlaceholderData) return <RowsSkeleton />;
  if (!query.data && query.error) return <LoadFailure error={query.error} onRetry={query.refetch} />;
  const showOlder = () => {
    noteShown(entries.length);
    void query.fetchNextPage();
  };
  return (
    <>
      {entries.length === 0 && !query.hasNextPage && <NothingHere filter={filter} />}
      <div ref={list} tabIndex={-1}>
        <Days entries={entries} />
      </div>
      {query.hasNextPage && (
        <div className="grid justify-items-start gap-3">
          <FormError>{query.isFetchNextPageError ? errorTextOf(query.error) : undefined}</FormError>
          <Button isPending={query.isFetchingNextPage} onPress={showOlder}>
            <Trans>Show older</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

/** The button goes with the last page. Its focus goes to the first new line, or to the list when there is none. */
function useFocusOnOlder(hasButton: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef<number>(undefined);
  useEffect(() => {
    if (hasButton || shown.current === undefined) return;
    const line = list.current?.querySelectorAll('li')[shown.current] ?? list.current;
    shown.current = undefined;
    if (document.activeElement === document.body) line?.focus({ preventScroll: true });
  }, [hasButton]);
  const noteShown = (count: number) => {
    shown.current = count;
  };
  return { list, noteShown };
}

interface FilteredProps {
  filter: StatementFilter;
  onFilter: (filter: StatementFilter) => void;
  children: ReactNode;
}

/** The filter of the lines, and the download of all of them as a table. */
function Filtered({ filter, onFilter, children }: FilteredProps) {
  const { t, i18n } = useLingui();
  const tabs: { id: StatementFilter; label: string }[] = [
    { id: 'all', label: t`All` },
    { id: 'bought', label: t`Bought` },
    { id: 'spent', label: t`Spent` },
    { id: 'returned', label: t`Returned` },
    { id: 'granted', label: t`Free` },
  ];
  return (
    <>
      <Tabs
        label={t`Filter entries`}
        tabs={tabs}
        value={filter}
        onChange={(id) => onFilter(id as StatementFilter)}
        className="pt-4"
      >
        {children}
      </Tabs>
      <p className="mt-6">
        <a
          href={tablePath(formatLocale(i18n))}
          download
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-pulse hover:underline"
        >
          <Download className="size-4.5" aria-hidden />
          <Trans>Download all (CSV)</Trans>
        </a>
      </p>
    </>
  );
}

/** The table uses the time zone and the number format of this page. */
function tablePath(format: string): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return `${STATEMENT_FILE_PATH}?${new URLSearchParams({ zone: timeZone, format }).toString()}`;
}

function NothingHere({ filter }: { filter: StatementFilter }) {
  const { t } = useLingui();
  if (filter !== 'all') {
    return (
      <p className="py-6 text-ink-2">
        <Trans>Nothing here yet.</Trans>
      </p>
    );
  }
  return (
    <EmptyState drawing="credits" title={t`No activity yet`}>
      <Trans>Credits you get, spend and get back will appear here.</Trans>
    </EmptyState>
  );
}

function Balances({ statement }: { statement: Statement }) {
  const { t, i18n } = useLingui();
  const { credits, purchased, bonus, held } = statement;
  return (
    <section className="mb-8" aria-label={t`Balance`}>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="title tabular text-[4.5rem] leading-none max-2xs:text-3xl">
          {formatCount(formatLocale(i18n), credits)}
        </span>
        <span className="text-md text-ink-2">
          <Trans>to spend</Trans>
        </span>
      </p>
      <dl className="tabular mt-4 flex flex-wrap gap-x-8 gap-y-2 text-sm">
        <Part label={t`Bought`} credits={purchased} />
        <Part label={t`Bonus`} credits={bonus} />
        <Part label={t`Reserved for messages being sent`} credits={held} />
      </dl>
      <p className="mt-3 text-sm text-ink-2">
        <Trans>Your bonus is spent first, so the credits you paid for stay refundable.</Trans>
      </p>
    </section>
  );
}

function Part({ label, credits }: { label: string; credits: number }) {
  const { i18n } = useLingui();
  return (
    <div className="flex gap-2">
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-semibold">{formatCount(formatLocale(i18n), credits)}</dd>
    </div>
  );
}

function Days({ entries }: { entries: readonly StatementEntry[] }) {
  const { i18n } = useLingui();
  const format = new Intl.DateTimeFormat(formatLocale(i18n), { dateStyle: 'full' });
  return byDay(entries).map(({ key, entries: ofDay }) => (
    <StatementDay key={key} day={format.format(ofDay[0]?.at)}>
      {ofDay.map((entry) => (
        <Entry key={entry.n} entry={entry} />
      ))}
    </StatementDay>
  ));
}

function Entry({ entry }: { entry: StatementEntry }) {
  const { t, i18n } = useLingui();
  const words = useEntryText();
  const number = new Intl.NumberFormat(formatLocale(i18n), { signDisplay: 'exceptZero' });
  const signed = number.format(entry.credits).replace('-', '−');
  return (
    <StatementRow
      icon={<EntryIcon entry={entry} />}
      title={words.title(entry)}
      detail={<Detail entry={entry} />}
      amount={signed}
      balance={formatCount(formatLocale(i18n), entry.balance)}
      balanceLabel={t`Balance after:`}
      kind={entry.state === 'held' ? 'held' : entry.credits > 0 ? 'in' : 'out'}
    />
  );
}

function Detail({ entry }: { entry: StatementEntry }) {
  const words = useEntryText();
  const { receipt, kind, payment } = entry;
  return (
    <>
      {words.detail(entry)}
      {receipt && (
        <span className="block">
          <ReceiptLink {...receipt} isCreditNote={kind !== 'purchase'} />
        </span>
      )}
      {payment !== null && kind !== 'purchase' && (
        <TextLink href={`/transactions/${payment}`} className="target">
          <Trans>See this payment</Trans>
        </TextLink>
      )}
    </>
  );
}

function StatementSkeleton() {
  return (
    <div aria-hidden className="grid gap-3">
      <Skeleton className="mb-6 h-18 w-40" />
      <RowsSkeleton />
    </div>
  );
}

function RowsSkeleton() {
  return (
    <div aria-hidden className="grid gap-3">
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  );
}
