import { LANDER_SPLITS, type LanderFigures } from '@heartline/contracts';
import { EmptyState, PageHeader, SelectField, Skeleton, TextField } from '@heartline/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDocumentTitle } from '../../../../client/document-title.ts';
import { LoadFailure } from '../../../../client/load-failure.tsx';
import { RATES, type RateName, SPLITS } from './figure-texts.ts';
import { figuresQuery, type WantedFigures } from './figures-query.ts';
import { FiguresTable } from './figures-table.tsx';
import { ShareChart } from './share-chart.tsx';

/** The operator's choice. The address keeps it, so that a reload or a link shows the same. */
interface Chosen extends WantedFigures {
  rate: RateName;
}

/** The figures of landing pages as `admin landers stats` prints them: a chart with intervals, and a table. */
export function LanderFiguresPage() {
  const { t, i18n } = useLingui();
  const [chosen, choose] = useChosen();
  const { rate, ...wanted } = chosen;
  const isBackwards = (wanted.from ?? '') > (wanted.to ?? '9');
  const { data, error, refetch } = useQuery({ ...figuresQuery(wanted), enabled: !isBackwards });
  useDocumentTitle(t`What landing pages bring`);
  return (
    <>
      <PageHeader
        title={t`What landing pages bring`}
        description={t`Views of these days, and members who signed up in them with all that they paid since. Days are UTC, and intervals hold in 95 of 100 cases.`}
      />
      <Choices chosen={chosen} choose={choose} shown={data} isBackwards={isBackwards} />
      {error && !isBackwards ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : (
        <Figures rows={data?.rows} rate={rate} named={i18n._(SPLITS[wanted.by ?? ''])} />
      )}
    </>
  );
}

interface ChoicesProps {
  chosen: Chosen;
  choose: (change: Partial<Chosen>) => void;
  /** The days that the server chose. */
  shown: { from: string; to: string } | undefined;
  isBackwards: boolean;
}

function Choices({ chosen, choose, shown, isBackwards }: ChoicesProps) {
  const { t, i18n } = useLingui();
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-1 lg:grid-cols-4">
      <SelectField
        label={t`A row for each`}
        className="max-sm:col-span-full"
        value={chosen.by ?? ''}
        options={(['', ...LANDER_SPLITS] as const).map((value) => ({ value, label: i18n._(SPLITS[value]) }))}
        onChange={(by) => choose({ by: LANDER_SPLITS.find((split) => split === by) })}
      />
      <SelectField
        label={t`Chart`}
        className="max-sm:col-span-full"
        value={chosen.rate}
        options={Object.entries(RATES).map(([value, label]) => ({ value, label: i18n._(label) }))}
        onChange={(value) => choose({ rate: value as RateName })}
      />
      <TextField
        label={t`First day`}
        type="date"
        value={chosen.from ?? shown?.from ?? ''}
        onChange={(from) => choose({ from })}
        errorMessage={isBackwards && t`The first day is after the last one.`}
      />
      <TextField
        label={t`Last day`}
        type="date"
        value={chosen.to ?? shown?.to ?? ''}
        onChange={(to) => choose({ to })}
      />
    </div>
  );
}

interface FiguresProps {
  /** Undefined until they are loaded. */
  rows: readonly LanderFigures[] | undefined;
  rate: RateName;
  named: string;
}

function Figures({ rows, rate, named }: FiguresProps) {
  const { t } = useLingui();
  if (!rows) return <Skeleton className="h-80" />;
  if (rows.length === 0) {
    return (
      <EmptyState drawing="inbox" title={t`No visits and no sign-ups in these days`}>
        <Trans>Choose other days, or wait for the first visitor.</Trans>
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-10">
      <p role="status" className="sr-only">
        <Plural value={rows.length} one="# row" other="# rows" />
      </p>
      <ShareChart rows={rows} rate={rate} />
      <FiguresTable rows={rows} named={named} />
    </div>
  );
}

function useChosen(): [Chosen, (change: Partial<Chosen>) => void] {
  const [chosen, setChosen] = useState(chosenInAddress);
  const choose = (change: Partial<Chosen>) => {
    // An emptied date field means the default again.
    const next = { ...chosen, ...change };
    setChosen({ ...next, from: next.from || undefined, to: next.to || undefined });
    const named = Object.entries(next).filter((pair): pair is [string, string] => Boolean(pair[1]));
    history.replaceState(history.state, '', `?${new URLSearchParams(named).toString()}`);
  };
  return [chosen, choose];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function chosenInAddress(): Chosen {
  const query = new URLSearchParams(location.search);
  const dayOf = (name: string) => DAY.exec(query.get(name) ?? '')?.[0];
  const rates = Object.keys(RATES) as RateName[];
  return {
    from: dayOf('from'),
    to: dayOf('to'),
    by: LANDER_SPLITS.find((split) => split === query.get('by')),
    rate: rates.find((name) => name === query.get('rate')) ?? 'signUp',
  };
}
