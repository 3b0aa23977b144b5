/** True when the site runs as an installed app, in a window of its own. */
export function isInstalledApp(): boolean {
  const isStandalone = (navigator as { standalone?: boolean }).standalone === true;
  return isStandalone || matchMedia('(display-mode: standalone)').matches;
}
