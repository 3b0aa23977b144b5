import { ANSWER_WITHIN_MS } from '@heartline/contracts';
import { Chip } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Clock, TriangleAlert } from 'lucide-react';
import { formatLocale } from '../../../client/language.ts';

const MINUTE_MS = 60_000;

/** Duration of a wait in the page's language: "4 min", "2 hr", "3 days". */
function useWaitingText(): (ms: number) => string {
  const { i18n } = useLingui();
  const of = (value: number, unit: string) =>
    new Intl.NumberFormat(formatLocale(i18n), { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  return (ms) => {
    const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
    if (minutes < 60) return of(minutes, 'minute');
    return minutes < 48 * 60 ? of(Math.floor(minutes / 60), 'hour') : of(Math.floor(minutes / 1_440), 'day');
  };
}

/** Waiting time of a member: green, amber from ten minutes on, red with an icon from one hour on. */
export function WaitingTime({ since, now }: { since: number; now: number }) {
  const words = useWaitingText();
  const ms = Math.max(0, now - since);
  const time = words(ms);
  if (ms >= ANSWER_WITHIN_MS.tooLate) {
    return (
      <span className="inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-full bg-danger-soft px-3 py-1 text-xs font-semibold text-danger">
        <TriangleAlert className="size-3.5" aria-hidden />
        <span className="sr-only">
          <Trans>Overdue by</Trans>{' '}
        </span>
        <span className="tabular">{time}</span>
      </span>
    );
  }
  return (
    <Chip
      tone={ms >= ANSWER_WITHIN_MS.late ? 'amber' : 'leaf'}
      icon={<Clock className="size-3.5" aria-hidden />}
    >
      <span className="tabular text-xs">{time}</span>
    </Chip>
  );
}
