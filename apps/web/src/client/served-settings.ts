import { getSettings, type OutputOf, type PublicSettings, settingsQueryOf } from '@heartline/contracts';
import { call } from './api.ts';
import { learnServerTime } from './clock.ts';

/** What the server put into the page: the call it made for it, and the answer. */
interface Served {
  call: string;
  answer: OutputOf<typeof getSettings>;
}

/**
 * The settings of this site: those in the page, if they answer the very question this page would ask, else by asking.
 * They are taken from the page once; whoever asks again, as after another country was chosen, asks the server.
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
 * Whether the server saw no session when it sent this page. Said once: whoever asks again, as after a log-in, asks the
 * server.
 */
export function takeServedToVisitor(): boolean {
  const { dataset } = document.documentElement;
  const wasVisitor = dataset['visitor'] !== undefined;
  delete dataset['visitor'];
  return wasVisitor;
}

/** The answer in the page, if it is that of this question. */
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
