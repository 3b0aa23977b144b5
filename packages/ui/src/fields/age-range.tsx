import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Label } from 'react-aria-components/Label';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import { PageLanguage } from '../overlays/page-language.tsx';

type Ages = [from: number, to: number];

export interface AgeRangeProps {
  label: string;
  value: Readonly<Ages>;
  /** Called while a thumb moves, so that a count can follow. */
  onChange: (value: Ages) => void;
  /** Called once when it is let go: the moment to ask the server. Of keys and screen readers after their last step. */
  onChangeEnd?: ((value: Ages) => void) | undefined;
  min: number;
  max: number;
  /** The range in words, shown right of the label: "27 to 39". */
  valueText: string;
  fromLabel: string;
  toLabel: string;
  isDisabled?: boolean | undefined;
  className?: string | undefined;
}

const pair = (value: number[], min: number, max: number): Ages => [value[0] ?? min, value[1] ?? max];

/** Steps by key or screen reader are over when none has come for so long. */
const STEPS_MS = 500;

/**
 * When a change is over: a pointer's as it lets go. Each step of a key is a whole change to the slider, and one by screen
 * reader never ends for it: steps are over after a pause, when the thumb is left, or when it goes.
 */
function useChangeEnd({ value, onChangeEnd }: AgeRangeProps, slider: RefObject<HTMLElement | null>) {
  /** What the steps came to. */
  const [stepped, setStepped] = useState<Ages>();
  const isDragged = () => Boolean(slider.current?.querySelector('[data-dragging]'));
  const end = () => {
    if (!stepped || isDragged()) return;
    setStepped(undefined);
    // Set otherwise from outside meanwhile, it is taken back.
    if (stepped.every((age, thumb) => age === value[thumb])) onChangeEnd?.(stepped);
  };
  const endNow = useEffectEvent(end);
  useEffect(() => {
    if (!stepped) return;
    const timer = setTimeout(() => endNow(), STEPS_MS);
    return () => clearTimeout(timer);
  }, [stepped]);
  useEffect(() => () => endNow(), []);
  return {
    step: setStepped,
    leave: end,
    letGo(ages: Ages) {
      if (!isDragged()) return;
      setStepped(undefined);
      onChangeEnd?.(ages);
    },
  };
}

/** Two thumbs on one line. */
export function AgeRange(props: AgeRangeProps) {
  const { label, value, onChange, min, max, valueText, fromLabel, toLabel, className } = props;
  const slider = useRef<HTMLDivElement>(null);
  const { step, leave, letGo } = useChangeEnd(props, slider);
  return (
    <PageLanguage>
      <Slider
        ref={slider}
        value={[...value]}
        onChange={(next) => {
          step(pair(next, min, max));
          onChange(pair(next, min, max));
        }}
        onChangeEnd={(next) => letGo(pair(next, min, max))}
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
              <span className="absolute -inset-x-3.5 top-1/2 h-1 -translate-y-1/2 rounded-full bg-line forced-colors:bg-[CanvasText]" />
              <span
                className="absolute top-1/2 h-1 -translate-y-1/2 bg-pulse forced-colors:h-2 forced-colors:bg-[Highlight]"
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
                  onBlur={leave}
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
