import { createContext, use } from 'react';

/** Whether what stands in here is in the message that Tab comes to. Outside of messages everything is. */
export const RowStop = createContext(true);

/**
 * `tabIndex` of a link, picture or button in a message: Tab goes through those of one message, the one that is looked at,
 * and then on; there are thousands.
 */
export function useRowTabIndex(): -1 | undefined {
  return use(RowStop) ? undefined : -1;
}
