import { Label } from 'react-aria-components/Label';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import { PageLanguage } from '../overlays/page-language.tsx';

export interface AgeRangeProps {
  label: string;
  value: readonly [from: number, to: number];
  /** Called while a thumb moves, so that a count can follow. */
  onChange: (value: [from: number, to: number]) => void;
  /** Called once when it is let go: the moment to ask the server. */
  onChangeEnd?: ((value: [from: number, to: number]) => void) | undefined;
  min: number;
  max: number;
  /** The range in words, shown right of the label: "27 to 39". */
  valueText: string;
  fromLabel: string;
  toLabel: string;
  isDisabled?: boolean | undefined;
  className?: string | undefined;
}

const pair = (value: number[], min: number, max: number): [number, number] => [
  value[0] ?? min,
  value[1] ?? max,
];

/** Two thumbs on one line. */
export function AgeRange(props: AgeRangeProps) {
  const { label, value, onChange, onChangeEnd, min, max, valueText, fromLabel, toLabel, className } = props;
  return (
    <PageLanguage>
      <Slider
        value={[...value]}
        onChange={(next) => onChange(pair(next, min, max))}
        onChangeEnd={(next) => onChangeEnd?.(pair(next, min, max))}
        minValue={min}
        maxValue={max}
        isDisabled={props.isDisabled ?? false}
        className={className ?? ''}
      >
        <div className="flex items-baseline justify-between gap-4">
          <Label className="text-sm font-semibold">{label}</Label>
          <span className="tabular text-base text-ink-2">{valueText}</span>
        </div>
        <SliderTrack className="relative mx-3.5 h-11">
          {({ state }) => (
            <>
              <span className="absolute -inset-x-3.5 top-1/2 h-1 -translate-y-1/2 rounded-full bg-line" />
              <span
                className="absolute top-1/2 h-1 -translate-y-1/2 bg-pulse"
                style={{
                  left: `${state.getThumbPercent(0) * 100}%`,
                  right: `${100 - state.getThumbPercent(1) * 100}%`,
                }}
              />
              {[fromLabel, toLabel].map((name, index) => (
                <SliderThumb
                  key={name}
                  index={index}
                  aria-label={name}
                  className="target top-1/2! size-7 rounded-full border-2 border-pulse bg-card transition-[scale] data-dragging:scale-110 data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-ink"
                />
              ))}
            </>
          )}
        </SliderTrack>
      </Slider>
    </PageLanguage>
  );
}
