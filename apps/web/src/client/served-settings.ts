import { getSettings, type OutputOf, type PublicSettings, settingsQueryOf } from '@heartline/contracts';
import { call } from './api.ts';
import { learnServerTime } from './clock.ts';

/** A call that the server made for this page, and its answer. */
interface Served {
  call: string;
  answer: OutputOf<typeof getSettings>;
}

/**
 * The settings of this site: those in the page when they answer this page's own query, otherwise from the server. The
 * page's copy is used once. A later query, as after a change of country, asks the server.
 */
export async function readSettings(signal: AbortSignal): Promise<PublicSettings> {
  const asked = settingsQueryOf(location.hostname, new URLSearchParams(location.search));
  const served = takeServed(document.getElementById('settings'), asked);
  if (served) {
    learnServerTime(served, performance.timeOrigin, Date.now());
    return served.settings;
  }
  return (await call(getSettings, asked, { signal })).settings;
}

/**
 * True when the server saw no session as it sent this page. Returned once: later queries, as after a log-in, ask the
 * server.
 */
export function takeServedToVisitor(): boolean {
  const { dataset } = document.documentElement;
  const wasVisitor = dataset['visitor'] !== undefined;
  delete dataset['visitor'];
  return wasVisitor;
}

/** The answer in the page, if it answers this query. */
export function takeServed(
  element: Element | null,
  asked: Record<string, string>,
): Served['answer'] | undefined {
  if (!element) return undefined;
  element.remove();
  const served = JSON.parse(element.textContent) as Served;
  return served.call === `${getSettings.path}?${new URLSearchParams(asked).toString()}`
    ? served.answer
    : undefined;
}
