/**
 * What a Chromium in a test or a benchmark is started without. It has the list that counts, which is the last one it is
 * given, so what Playwright leaves out is named again.
 */
const LEFT_OUT: readonly string[] = [
  // By Playwright.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  // The list below the address bar, two pages of the browser's own behind every window: 1.3 s of CPU for each.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** What a Chromium in a test or a benchmark is started with: it does nothing on its own beside what is asked of it. */
export const CALM_CHROMIUM: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  `--disable-features=${LEFT_OUT.join(',')}`,
];
