import type { CaseOutcome, CaseView } from '@heartline/contracts';
import { RULE_TEXTS } from '@heartline/i18n';
import { useLingui } from '@lingui/react/macro';
import { OUTCOME_LABELS } from '../../people/outcome-labels.ts';
import { CasePart, useMoment } from './case-facts.tsx';

/** The rule, the decision and its reasons, and the result of a complaint; or that the case is still open. */
export function CaseDecision({ of }: { of: CaseView }) {
  const { t, i18n } = useLingui();
  const { decision } = of;
  if (!decision) {
    return (
      <>
        <CasePart title={t`The rule`}>
          <p>{i18n._(RULE_TEXTS[of.reason])}</p>
        </CasePart>
        <CasePart title={t`The decision`}>
          <p className="text-ink-2">{t`Not decided yet. A person is looking at it, and you’ll find the decision here.`}</p>
        </CasePart>
      </>
    );
  }
  const { changed } = decision;
  return (
    <>
      <CasePart title={t`The rule`}>
        <p>{i18n._(RULE_TEXTS[decision.rule])}</p>
      </CasePart>
      <CasePart title={t`The decision`}>
        <Outcome of={decision} />
      </CasePart>
      <CasePart title={t`The reasons`}>
        <p className="break-words whitespace-pre-wrap">{decision.reasons}</p>
      </CasePart>
      {changed && (
        <CasePart title={t`Changed after a complaint`}>
          <Outcome of={changed} />
          <p className="break-words whitespace-pre-wrap">{changed.reasons}</p>
        </CasePart>
      )}
    </>
  );
}

function Outcome({ of: { outcome, at } }: { of: { outcome: CaseOutcome; at: number } }) {
  const { t, i18n } = useLingui();
  const decided = useMoment()(at);
  return (
    <>
      <p className="font-medium">{i18n._(OUTCOME_LABELS[outcome])}</p>
      <p className="tabular text-sm text-ink-2">{t`Decided by a person on ${decided}`}</p>
    </>
  );
}
