import { Minus, Plus } from 'lucide-react';
import { IconButton } from '../actions/icon-button.tsx';
import { FieldFrame, type FieldProps, useFieldIds } from './field-frame.tsx';

export interface NumberFieldProps extends FieldProps {
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  name?: string | undefined;
  decreaseLabel: string;
  increaseLabel: string;
}

/** A small whole number with step buttons. On blur, the typed value is limited to `min` and `max`. */
export function NumberField(props: NumberFieldProps) {
  const ids = useFieldIds(props);
  const { value, onChange, min, max, isDisabled } = props;
  const keep = (next: number) => onChange(Math.min(max, Math.max(min, Math.round(next) || min)));
  return (
    <FieldFrame {...props} ids={ids}>
      <div className="flex min-h-12 items-center rounded-control border border-edge bg-card px-0.5 has-aria-invalid:border-danger">
        <IconButton
          label={props.decreaseLabel}
          onPress={() => keep(value - 1)}
          isDisabled={isDisabled || value <= min}
        >
          <Minus className="size-4.5" aria-hidden />
        </IconButton>
        <input
          {...ids.controlProps}
          type="number"
          inputMode="numeric"
          name={props.name}
          value={value}
          min={min}
          max={max}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.valueAsNumber || 0)}
          onBlur={() => keep(value)}
          className="tabular min-w-12 grow appearance-none bg-transparent py-2 text-center text-md font-semibold [&::-webkit-inner-spin-button]:appearance-none"
        />
        <IconButton
          label={props.increaseLabel}
          onPress={() => keep(value + 1)}
          isDisabled={isDisabled || value >= max}
        >
          <Plus className="size-4.5" aria-hidden />
        </IconButton>
      </div>
    </FieldFrame>
  );
}
