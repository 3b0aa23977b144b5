/**
 * Does something that others leave alone for as long as it is said that somebody is at it: said again every so often, and
 * never after the work has ended, however that did. What can't be said is said the next time.
 */
export async function sayingMeanwhile<T>(
  everyMs: number,
  say: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  let said: Promise<unknown> = Promise.resolve();
  const saying = setInterval(() => {
    said = said.then(say).catch(() => undefined);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(saying);
    await said;
  }
}
