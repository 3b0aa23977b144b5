import { PROMPTS_LIMIT } from '@heartline/contracts';
import { Button } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useEffect, useReducer, useRef, useState } from 'react';
import { useQuestions } from '../../../people/questions.ts';
import type { OwnProfileForm } from '../own-profile-state.ts';
import { useShown } from '../shown-fields.ts';
import { OwnAnswer } from './own-answer.tsx';
import { QuestionPicker } from './question-picker.tsx';

/** The member's answers: written, put in order and removed. A chosen question stays open until it has an answer. */
export function OwnAnswers({ form }: { form: OwnProfileForm }) {
  const { t } = useLingui();
  const { noteOf } = useShown();
  const { questions, isKnown } = useQuestions();
  const { prompts } = form.profile;
  const [opened, setOpened] = useState<string>();
  const [isChoosing, setChoosing] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const isOpen = opened !== undefined && !prompts.some(({ key }) => key === opened);
  const rows = isOpen ? [...prompts, { key: opened, answer: '' }] : prompts;
  const focusNext = useFocusNext();
  const toAdd = () => add.current ?? list.current;

  const save = (key: string, answer: string) => {
    const isNew = !prompts.some((one) => one.key === key);
    form.change({
      prompts: isNew
        ? [...prompts, { key, answer }]
        : prompts.map((one) => (one.key === key ? { key, answer } : one)),
    });
  };
  const remove = (key: string) => {
    if (key === opened) setOpened(undefined);
    if (prompts.some((one) => one.key === key))
      form.change({ prompts: prompts.filter((one) => one.key !== key) });
  };
  const move = (from: number, to: number) => {
    const order = [...prompts];
    order.splice(to, 0, ...order.splice(from, 1));
    form.change({ prompts: order });
  };
  return (
    <div className="grid gap-4">
      <p className="max-w-text text-ink-2">
        <Trans>Answer up to three. People can like each answer or reply to it.</Trans> {noteOf('prompts')}
      </p>
      <ul ref={list} tabIndex={-1} className="grid gap-4 outline-none empty:hidden">
        {rows.map(({ key, answer }, place) => (
          <OwnAnswer
            key={key}
            question={questions.get(key)}
            isOffered={!isKnown || questions.has(key)}
            answer={answer}
            isUnreached={form.unreached.includes('prompts')}
            isNew={isOpen && key === opened}
            onSave={(text) => save(key, text)}
            onRemove={() => {
              remove(key);
              focusNext(toAdd);
            }}
            onUp={place > 0 && place < prompts.length ? () => move(place, place - 1) : undefined}
            onDown={place < prompts.length - 1 ? () => move(place, place + 1) : undefined}
          />
        ))}
      </ul>
      {isChoosing && (
        <QuestionPicker
          questions={[...questions].filter(([key]) => !rows.some((row) => row.key === key))}
          onChoose={(key) => {
            setOpened(key);
            setChoosing(false);
          }}
          onCancel={() => {
            setChoosing(false);
            focusNext(toAdd);
          }}
        />
      )}
      {!isChoosing && !isOpen && prompts.length < PROMPTS_LIMIT && (
        <div>
          <Button
            ref={add}
            icon={<Plus className="size-5" aria-hidden />}
            isDisabled={!isKnown}
            onPress={() => setChoosing(true)}
          >
            {prompts.length === 0 ? t`Choose a question` : t`Add another answer`}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Focuses an element once the press that asked for it has changed the page. */
function useFocusNext(): (element: () => HTMLElement | null) => void {
  const next = useRef<() => HTMLElement | null>(undefined);
  const [, renderAgain] = useReducer((turn: number) => turn + 1, 0);
  useEffect(() => {
    next.current?.()?.focus();
    next.current = undefined;
  });
  return (element) => {
    next.current = element;
    renderAgain();
  };
}
