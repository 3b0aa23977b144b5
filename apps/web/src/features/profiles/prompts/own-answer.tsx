import { PROMPT_ANSWER_LENGTH } from '@heartline/contracts';
import { cleanAnswer, promptAnswerLength } from '@heartline/domain';
import { IconButton, TextArea } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useFieldMessage } from '../../../client/error-message.ts';
import { useTypedText } from '../own-fields.tsx';

interface OwnAnswerProps {
  /** Undefined until the questions have arrived, and for a question the site withdrew. */
  question: string | undefined;
  /** False if the site withdrew the question: others do not see the answer. */
  isOffered: boolean;
  answer: string;
  isUnreached: boolean;
  /** The question was chosen just now: its field takes the focus. */
  isNew: boolean;
  onSave: (answer: string) => void;
  onRemove: () => void;
  /** Undefined at the ends of the list. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

const lengthOf = (text: string) => promptAnswerLength(cleanAnswer(text) ?? '');

/** One answer of the member. It is saved while they type; a saved one that is left empty is removed. */
export function OwnAnswer({ question, isOffered, answer, isUnreached, isNew, ...on }: OwnAnswerProps) {
  const { t } = useLingui();
  const message = useFieldMessage();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useTypedText(answer, {
    save: (typed) => {
      if (cleanAnswer(typed) !== null && lengthOf(typed) <= PROMPT_ANSWER_LENGTH) on.onSave(typed);
    },
    clean: cleanAnswer,
    isUnreached,
  });
  useEffect(() => {
    if (isNew) field.current?.focus();
  }, [isNew]);
  const row = useLeave(() => {
    if (answer !== '' && cleanAnswer(text.value) === null) on.onRemove();
  });
  const length = lengthOf(text.value);
  const label = question ?? (isOffered ? t`Your answer` : t`A question we no longer ask`);
  return (
    <li ref={row}>
      <TextArea
        {...text}
        ref={field}
        name="answer"
        label={label}
        minRows={2}
        counter={`${length} / ${PROMPT_ANSWER_LENGTH}`}
        errorMessage={length > PROMPT_ANSWER_LENGTH ? message('TOO_LONG') : undefined}
        description={isOffered ? undefined : t`Others don’t see this answer any more.`}
      />
      <div className="-mt-1 -ml-2.5 flex">
        <Move label={t`Move up: ${label}`} onPress={on.onUp}>
          <ArrowUp className="size-5" aria-hidden />
        </Move>
        <Move label={t`Move down: ${label}`} onPress={on.onDown}>
          <ArrowDown className="size-5" aria-hidden />
        </Move>
        <IconButton label={t`Remove: ${label}`} onPress={on.onRemove}>
          <Trash2 className="size-5" aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}

/** Calls back when the focus leaves the row, but not when it moves to another part of it. */
function useLeave(onLeave: () => void) {
  const row = useRef<HTMLLIElement>(null);
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const { current } = row;
    // The field of a window that loses the focus stays the active element.
    const look = ({ relatedTarget }: FocusEvent) => {
      const next = relatedTarget instanceof Node ? relatedTarget : document.activeElement;
      if (!current?.contains(next)) leave();
    };
    current?.addEventListener('focusout', look);
    return () => current?.removeEventListener('focusout', look);
  }, []);
  return row;
}

interface MoveProps {
  label: string;
  onPress: (() => void) | undefined;
  children: ReactNode;
}

/** Moves the answer and keeps the focus, which the browser drops from an element that moves. */
function Move({ label, onPress, children }: MoveProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <IconButton
      ref={button}
      label={label}
      aria-disabled={onPress === undefined}
      className="aria-disabled:opacity-40"
      onPress={() => {
        onPress?.();
        requestAnimationFrame(() => button.current?.focus());
      }}
    >
      {children}
    </IconButton>
  );
}
