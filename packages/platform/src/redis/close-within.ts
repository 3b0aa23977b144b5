const TIMEOUT_MS = 5_000;

/**
 * Closes a connection politely, and cuts it off when that takes longer than `ms`: one that waits for answers of a Redis
 * that went away would keep a process from ending.
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
