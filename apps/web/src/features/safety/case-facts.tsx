import type { CaseView } from '@heartline/contracts';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormatLocale } from '../../client/language.ts';
import { REPORT_REASON_LABELS } from '../../people/report-reason-labels.ts';
import { PersonName } from './person-name.tsx';

/** A section of a case, under its heading. */
export function CasePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-2 [&+&]:mt-5 [&+&]:border-t [&+&]:border-line [&+&]:pt-5">
      <h2 className="title text-md">{title}</h2>
      {children}
    </section>
  );
}

/** Day and time in the format of the page's language. */
export function useMoment(): (at: number) => string {
  const format = new Intl.DateTimeFormat(useFormatLocale(), { dateStyle: 'long', timeStyle: 'short' });
  return (at) => format.format(at);
}

/** The reported content, as it was at the time of the report. */
export function CaseFacts({ of }: { of: CaseView }) {
  const { t, i18n } = useLingui();
  const moment = useMoment();
  const { facts } = of;
  const opened = moment(of.openedAt);
  const written = moment(facts.at ?? of.openedAt);
  // Of an erased member neither text nor time is left.
  const isWithheld = of.subject === 'message' && facts.words === null && facts.at !== null;
  const about = { profile: t`The profile`, message: t`A message`, photo: t`A photo` }[of.subject];
  return (
    <CasePart title={t`The facts`}>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="text-ink-2">{t`Reported`}</dt>
        <dd className="max-sm:mb-2">
          <PersonName person={of} />
        </dd>
        <dt className="text-ink-2">{t`What`}</dt>
        <dd className="max-sm:mb-2">{about}</dd>
        <dt className="text-ink-2">{t`Reason given`}</dt>
        <dd className="max-sm:mb-2">{i18n._(REPORT_REASON_LABELS[of.reason])}</dd>
        <dt className="text-ink-2">{t`When`}</dt>
        <dd className="tabular">{opened}</dd>
      </dl>
      {facts.words && (
        <blockquote className="mt-2 border-l-2 border-line pl-4 break-words whitespace-pre-wrap">
          {facts.words}
        </blockquote>
      )}
      {isWithheld && (
        <p className="mt-2 text-ink-2">
          {facts.takenBack
            ? t`It was taken back. Only the person deciding can read it.`
            : t`Only the person deciding can read it.`}
        </p>
      )}
      {facts.at !== null && <p className="tabular text-sm text-ink-2">{t`Written on ${written}`}</p>}
      {facts.note && (
        <p className="text-sm break-words whitespace-pre-wrap text-ink-2">
          <Trans>You wrote to us:</Trans> {facts.note}
        </p>
      )}
    </CasePart>
  );
}
