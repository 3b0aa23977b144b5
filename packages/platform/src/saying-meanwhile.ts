/**
 * Runs `work` and renews a claim on it by calling `say` every `everyMs`. No renewal follows once the work ended,
 * however it ended. A failed renewal is ignored: the next one repeats it.
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
