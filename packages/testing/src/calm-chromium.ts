/** What a Chromium in a test or a benchmark is started with: it does nothing on its own beside what is asked of it. */
export const CALM_CHROMIUM: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];
