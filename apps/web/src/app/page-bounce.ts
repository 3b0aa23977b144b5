import { reportPageBounce } from '@heartline/contracts';

/**
 * Logs bounces, for links that carry `lb` (S2-245). A page that is left without a press or a key reports its address
 * pattern, and the time since it was requested.
 */
export function reportBounces(pattern: () => string | undefined): void {
  const stop = new AbortController();
  const { signal } = stop;
  const stay = () => stop.abort();
  addEventListener('pointerdown', stay, { signal });
  addEventListener('keydown', stay, { signal });
  addEventListener(
    'pagehide',
    () => {
      const afterMs = Math.min(86_400_000, Math.round(performance.now()));
      const bounce = JSON.stringify({ page: pattern() || '/', afterMs });
      navigator.sendBeacon(reportPageBounce.path, new Blob([bounce], { type: 'application/json' }));
      stop.abort();
    },
    { signal },
  );
}
