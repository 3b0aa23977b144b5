/** Rounds of telling: each one more is due to a change of the same moment. */
const MAX_ROUNDS = 20;

interface Before<Now> {
  /** What another event has just said. */
  told?: Partial<Now> | undefined;
  /** Whether what was told is still so. */
  isSaid?: (now: Now, told: Partial<Now>) => boolean;
}

/**
 * Tells how something stands: read, told, and read again, until it is what was told, which it answers. Of several who
 * change it at once the later reading tells last, so the last word is how it stands. Safe to repeat.
 */
export async function tellLast<Now>(
  read: () => Promise<Now>,
  tell: (now: Now) => Promise<unknown>,
  { told, isSaid = Object.is }: Before<Now> = {},
): Promise<Now> {
  let said = told;
  for (let round = 1; ; round += 1) {
    const now = await read();
    if (round > MAX_ROUNDS || (said !== undefined && isSaid(now, said))) return now;
    await tell(now);
    said = now;
  }
}
