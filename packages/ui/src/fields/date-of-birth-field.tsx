import { Fragment, type KeyboardEvent, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { type FieldProps, useFieldIds } from './field-frame.tsx';
import { FieldSet } from './field-set.tsx';

type Part = 'day' | 'month' | 'year';
type Parts = Record<Part, string>;

export interface DateOfBirthFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, an incomplete `YYYY-M-D`, or empty. The caller validates it. */
  value: string;
  onChange: (value: string) => void;
  /** The focus left the whole field. */
  onBlur?: (() => void) | undefined;
  /** BCP 47 with the reader's region ("en-GB"). Decides the order of day, month and year, and their separator. */
  locale: string;
  labels: Record<Part, string>;
  placeholders: Record<Part, string>;
  name?: string | undefined;
}

const lengths: Record<Part, number> = { day: 2, month: 2, year: 4 };
const autoComplete: Record<Part, string> = { day: 'bday-day', month: 'bday-month', year: 'bday-year' };

function orderOf(locale: string): { order: Part[]; between: string } {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(new Date(2000, 11, 31));
  const order = parts.map((part) => part.type).filter((type): type is Part => type in lengths);
  return { order, between: parts.find((part) => part.type === 'literal')?.value.trim() ?? '/' };
}

function read(value: string): Parts {
  const [year = '', month = '', day = ''] = value.split('-');
  return { year, month, day };
}

/** Pads complete dates to ISO. Incomplete ones stay as typed, so validation rejects them. */
function write({ year, month, day }: Parts): string {
  if (!year && !month && !day) return '';
  const isFull = year.length === 4 && month !== '' && day !== '';
  return isFull ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : `${year}-${month}-${day}`;
}

/**
 * Date of birth as three numbers in the regional order, in one box. Typing is fastest for a date everybody knows by
 * heart. The focus moves on automatically.
 */
export function DateOfBirthField(props: DateOfBirthFieldProps) {
  const ids = useFieldIds(props);
  const { value, onChange, onBlur, locale, labels, placeholders, errorMessage, isDisabled, name } = props;
  const [parts, setParts] = useState(() => read(value));
  const inputs = useRef<Partial<Record<Part, HTMLInputElement | null>>>({});
  const { order, between } = orderOf(locale);
  const shown = write(parts) === value ? parts : read(value);

  const focusNext = (part: Part, step: 1 | -1) => {
    const next = order[order.indexOf(part) + step];
    const input = next && inputs.current[next];
    input?.focus();
    input?.select();
  };
  const type = (part: Part, typed: string) => {
    const digits = typed.replace(/\D/g, '').slice(0, lengths[part]);
    const next = { ...shown, [part]: digits };
    setParts(next);
    onChange(write(next));
    const isDone =
      digits.length === lengths[part] || (part !== 'year' && Number(digits) > (part === 'day' ? 3 : 1));
    if (isDone && digits.length > shown[part].length) focusNext(part, 1);
  };
  const onKeyDown = (part: Part) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && shown[part] === '') {
      event.preventDefault();
      focusNext(part, -1);
    } else if (event.key === between || event.key === '/' || event.key === '.') {
      event.preventDefault();
      focusNext(part, 1);
    }
  };

  return (
    <FieldSet {...props} ids={ids}>
      <div
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
        }}
        className={classNames(
          'flex min-h-12 items-center rounded-control border bg-card px-1.5 transition-colors focus-within:outline-1 focus-within:outline-ink hover:border-ink-2',
          errorMessage ? 'border-danger focus-within:outline-danger' : 'border-edge focus-within:border-ink',
        )}
      >
        {order.map((part, index) => (
          <Fragment key={part}>
            {index > 0 && (
              <span className="text-ink-2" aria-hidden>
                {between}
              </span>
            )}
            <input
              ref={(element) => {
                inputs.current[part] = element;
              }}
              inputMode="numeric"
              name={name && `${name}-${part}`}
              autoComplete={autoComplete[part]}
              aria-label={labels[part]}
              aria-invalid={errorMessage ? true : undefined}
              aria-required={props.isRequired}
              placeholder={placeholders[part]}
              value={shown[part]}
              disabled={isDisabled}
              onChange={(event) => type(part, event.target.value)}
              onKeyDown={onKeyDown(part)}
              className={classNames(
                'tabular min-h-11 min-w-0 rounded-sm bg-transparent text-center text-md outline-none focus:bg-pulse-soft sm:text-base',
                part === 'year' ? 'w-17' : 'w-13',
              )}
            />
          </Fragment>
        ))}
      </div>
    </FieldSet>
  );
}
