const TIMEOUT_MS = 5_000;

/**
 * Closes a connection gracefully, and cuts it off after `ms`. Otherwise a connection that waits for answers of a lost
 * Redis keeps the process from exiting.
 */
export async function closeWithin(
  polite: () => Promise<unknown>,
  cutOff: () => void = () => {},
  ms = TIMEOUT_MS,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  try {
    if ((await Promise.race([polite(), late])) === 'late') cutOff();
  } finally {
    clearTimeout(timer);
  }
}
