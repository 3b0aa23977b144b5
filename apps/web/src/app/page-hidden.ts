import { reportPageHidden } from '@heartline/contracts';

/** Tells the server when the page becomes hidden, by a beacon with an empty JSON body (S7-018, S7-019). */
export function reportWhenHidden(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    navigator.sendBeacon(reportPageHidden.path, new Blob(['{}'], { type: 'application/json' }));
  });
}
