import { createContext, use } from 'react';

/** True within the message that Tab focuses, and outside of messages. */
export const RowStop = createContext(true);

/**
 * `tabIndex` of a link, picture or button in a message. Only those of the focused message are tab stops, because there
 * are thousands.
 */
export function useRowTabIndex(): -1 | undefined {
  return use(RowStop) ? undefined : -1;
}
