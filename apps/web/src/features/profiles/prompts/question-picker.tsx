import { Button } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef } from 'react';

interface QuestionPickerProps {
  questions: readonly (readonly [key: string, question: string])[];
  onChoose: (key: string) => void;
  onCancel: () => void;
}

/** The questions that are still free, each a button. */
export function QuestionPicker({ questions, onChoose, onCancel }: QuestionPickerProps) {
  const { t } = useLingui();
  const titleId = useId();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  return (
    <div role="group" aria-labelledby={titleId} className="rounded-card border border-line bg-card p-4">
      <div className="flex items-center justify-between gap-3">
        <h3 id={titleId} className="font-semibold">{t`Choose a question`}</h3>
        <Button size="sm" variant="ghost" onPress={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <ul ref={list} className="mt-3 flex flex-wrap gap-2">
        {questions.map(([key, question]) => (
          <li key={key}>
            <button
              type="button"
              onClick={() => onChoose(key)}
              className="target relative min-h-9 rounded-full border border-line bg-paper px-3.5 py-1 text-left text-sm font-medium transition-colors hover:border-ink-2"
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
