import { ANSWER_WITHIN_MS, type getOperatorQueue, type OutputOf } from '@heartline/contracts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useTimes } from '../times.ts';

/** Above the queue: how many people wait and how many wait too long, and what the operator answered in this shift. */
export function ShiftCounts({ queue, now }: { queue: OutputOf<typeof getOperatorQueue>; now: number }) {
  const { t } = useLingui();
  const times = useTimes();
  const { shift, waiting, entries } = queue;
  const late = entries.filter(({ waitingSince }) => now - waitingSince >= ANSWER_WITHIN_MS.late).length;
  const since = times.time(shift.startedAt);
  return (
    <section aria-label={t`Your shift`} className="px-5 pt-4 pb-2 text-sm text-ink-2">
      <p aria-live="polite">
        {waiting > 0 && <Plural value={waiting} one="# person is waiting" other="# people are waiting" />}
        {late > 0 && (
          <span className="font-medium text-amber">
            {' · '}
            <Plural value={late} one="# late" other="# late" />
          </span>
        )}
      </p>
      <p className="tabular">
        <Plural value={shift.answered} one="# answer" other="# answers" />
        {' · '}
        <Plural value={shift.conversations} one="# conversation" other="# conversations" />
        {' · '}
        <Trans>since {since}</Trans>
      </p>
    </section>
  );
}
