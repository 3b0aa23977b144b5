import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

/** Props of every field. */
export interface FieldProps {
  label: string;
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean | undefined;
  /** One line of help below the field; an error replaces it. */
  description?: ReactNode;
  /** The error text. Shown with a red border and an icon, and announced when it appears. */
  errorMessage?: ReactNode;
  isRequired?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** Reserves no line for help and errors (saves 20 px, may cause a jump). */
  isCompact?: boolean | undefined;
  className?: string | undefined;
}

/** Border, surface and height of all boxed controls. */
export const controlClass = classNames(
  'w-full min-h-12 rounded-control border border-edge bg-card px-3.5 text-md text-ink sm:text-base',
  'transition-[border-color,box-shadow] duration-120 hover:border-ink-2',
  'focus-visible:border-ink focus-visible:outline-1 focus-visible:outline-offset-0',
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger',
  'disabled:bg-sunk disabled:text-ink-2 disabled:border-line',
);

/** Ids and aria attributes that connect a control with its help and its error. */
export function useFieldIds({ description, errorMessage }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return {
    id,
    noteId,
    controlProps: {
      id,
      'aria-invalid': errorMessage ? true : undefined,
      'aria-describedby': errorMessage || description ? noteId : undefined,
    },
  };
}

interface FieldNoteProps extends Pick<FieldProps, 'description' | 'errorMessage' | 'isCompact'> {
  id: string;
}

/** Help or error below a control. The line is reserved, so an error moves nothing. */
export function FieldNote({ id, description, errorMessage, isCompact }: FieldNoteProps) {
  return (
    <div id={id} aria-live="polite" className={classNames('text-sm', !isCompact && 'min-h-6')}>
      {errorMessage ? (
        <p className="flex animate-fade items-start gap-1.5 pt-1.5 font-medium text-danger">
          <CircleAlert className="mt-px size-4" aria-hidden />
          <span>{errorMessage}</span>
        </p>
      ) : (
        description && <div className="pt-1.5 text-ink-2">{description}</div>
      )}
    </div>
  );
}

export interface FieldFrameProps extends FieldProps {
  ids: ReturnType<typeof useFieldIds>;
  children: ReactNode;
}

/** Label above, control, note below. */
export function FieldFrame(props: FieldFrameProps) {
  const { ids, label, isLabelHidden, description, errorMessage, isCompact, className, children } = props;
  return (
    <div className={className}>
      <label
        htmlFor={ids.id}
        className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold text-ink'}
      >
        {label}
      </label>
      {children}
      <FieldNote id={ids.noteId} {...{ description, errorMessage, isCompact }} />
    </div>
  );
}
