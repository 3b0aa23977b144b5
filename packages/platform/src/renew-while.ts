/**
 * Runs `work` and renews a claim on it by calling `renew` every `everyMs`. No renewal follows once the work ended,
 * however it ended. A failed renewal is ignored: the next one repeats it.
 */
export async function renewWhile<T>(
  everyMs: number,
  renew: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  let renewed: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    renewed = renewed.then(renew).catch(() => undefined);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await renewed;
  }
}
