import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Label } from 'react-aria-components/Label';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import { PageLanguage } from '../overlays/page-language.tsx';

type Ages = [from: number, to: number];

export interface AgeRangeProps {
  label: string;
  value: Readonly<Ages>;
  /** Called while a thumb moves, for example to update a count. */
  onChange: (value: Ages) => void;
  /**
   * Called once when a change is complete: the moment to ask the server. For keys and screen readers, after the last
   * step.
   */
  onChangeEnd?: ((value: Ages) => void) | undefined;
  min: number;
  max: number;
  /** The range as text, right of the label: "27 to 39". */
  valueText: string;
  fromLabel: string;
  toLabel: string;
  isDisabled?: boolean | undefined;
  className?: string | undefined;
}

const pair = (value: number[], min: number, max: number): Ages => [value[0] ?? min, value[1] ?? max];

/** Steps by key or screen reader are complete after a pause of this length. */
const STEPS_MS = 500;

/**
 * Detects the end of a change. A drag ends when the pointer is released; steps end after a pause, on blur, or on
 * unmount. The slider itself reports each key step as complete, and a screen reader's step as never complete.
 */
function useChangeEnd({ value, onChangeEnd }: AgeRangeProps, slider: RefObject<HTMLElement | null>) {
  /** Result of the steps so far. */
  const [stepped, setStepped] = useState<Ages>();
  const isDragged = () => Boolean(slider.current?.querySelector('[data-dragging]'));
  const end = () => {
    if (!stepped || isDragged()) return;
    setStepped(undefined);
    // A value set from outside meanwhile cancels the steps.
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

/** A slider with two thumbs. */
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
