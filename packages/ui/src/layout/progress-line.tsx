export interface ProgressLineProps {
  /** Steps done, from 0. */
  value: number;
  max: number;
  /** "Step 2 of 5". */
  label: string;
}

/** Progress as a growing line, with a gentle swing at the current step. */
export function ProgressLine({ value, max, label }: ProgressLineProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuetext={label}
    >
      <svg
        viewBox="0 0 400 12"
        preserveAspectRatio="none"
        className="block h-3 w-full overflow-visible"
        aria-hidden
      >
        <path
          d={progressPath}
          className="line-drawn text-line"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={progressPath}
          pathLength={1}
          strokeDasharray="1"
          strokeDashoffset={1 - share}
          strokeWidth={3}
          className="line-drawn text-pulse transition-[stroke-dashoffset] duration-320 ease-line"
          style={{ opacity: share === 0 ? 0 : 1 }}
        />
      </svg>
    </div>
  );
}

const progressPath = 'M2 6C40 1 60 11 100 6S160 1 200 6S260 11 300 6S360 1 398 6';
