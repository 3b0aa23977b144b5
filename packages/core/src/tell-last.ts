/** Rounds of telling: each one more is due to a change of the same moment. */
const MAX_ROUNDS = 20;

/**
 * Tells how something stands: read, told, and read again, until it is what was told. Of several who change it at once the
 * later reading tells last, so the last word is how it stands. Safe to repeat.
 */
export async function tellLast(
  read: () => Promise<boolean>,
  tell: (now: boolean) => Promise<unknown>,
): Promise<void> {
  let told: boolean | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const now = await read();
    if (now === told) return;
    await tell(now);
    told = now;
  }
}
