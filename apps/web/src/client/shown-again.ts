/** Runs when the browser shows this page again as it was left, out of its memory. Returns how to stop. */
export function onShownAgain(run: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) run();
  };
  addEventListener('pageshow', onShow);
  return () => removeEventListener('pageshow', onShow);
}
