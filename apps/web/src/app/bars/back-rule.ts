/** Patterns of the addresses with a back button: members-id, likes-type, likes-m-id, credits, credits-id-paymentmethod. */
const WITH_BACK = [
  /^\/members\/[^/]+$/,
  /^\/likes\/[^/]+$/,
  /^\/likes\/m\/[^/]+$/,
  /^\/credits$/,
  /^\/credits\/(?!statement$|repeat-order$)[^/]+(\/[^/]+)?$/,
];

/** True when the bar has a back button (S2-154 to S2-161): in the installed app, with history to go back to. */
export function showsBack(visit: { path: string; isInstalledApp: boolean; hasHistory: boolean }): boolean {
  const path = visit.path.replace(/(?<=.)\/$/, '');
  return visit.isInstalledApp && visit.hasHistory && WITH_BACK.some((pattern) => pattern.test(path));
}
