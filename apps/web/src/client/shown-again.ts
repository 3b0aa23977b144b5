/** Runs when the browser shows this page again from its back/forward cache. Returns the unsubscribe function. */
export function onShownAgain(run: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) run();
  };
  addEventListener('pageshow', onShow);
  return () => removeEventListener('pageshow', onShow);
}
