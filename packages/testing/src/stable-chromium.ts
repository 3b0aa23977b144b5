/**
 * Features to disable in Chromium for tests and benchmarks. Only the last list of the command line counts, so this
 * one repeats the list of Playwright.
 */
const LEFT_OUT: readonly string[] = [
  // Disabled by Playwright.
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
  // The list below the address bar: two internal pages behind every window, 1.3 s of CPU for each.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Arguments of a Chromium for tests and benchmarks that avoid background work. */
export const STABLE_CHROMIUM: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  `--disable-features=${LEFT_OUT.join(',')}`,
];
