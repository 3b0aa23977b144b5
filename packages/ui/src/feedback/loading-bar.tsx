export interface LoadingBarProps {
  /** 0 to 1, or `null` while nothing loads. The caller does the timing (200 ms throttle, 5 s, 500 ms hide). */
  progress: number | null;
  label: string;
}

/** The line at the very top while a page loads. */
export function LoadingBar({ progress, label }: LoadingBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-hidden={progress === null}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((progress ?? 0) * 100)}
      className="pointer-events-none fixed inset-x-0 top-0 z-70 h-[3px] transition-opacity duration-200"
      style={{ opacity: progress === null ? 0 : 1 }}
    >
      <div
        className="h-full origin-left rounded-r-full bg-pulse transition-transform duration-200 ease-linear"
        style={{ transform: `scaleX(${progress ?? 1})` }}
      />
    </div>
  );
}
