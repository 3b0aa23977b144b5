import { reportPageBounce } from '@heartline/contracts';

/**
 * Logging of bounces, for links that carry `lb` (S2-245): a page that is left without a press or a key says which page
 * it was, by the pattern of its address, and how long after it was asked for.
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
