/** Rounds of telling: each one more is due to a change of the same moment. */
const MAX_ROUNDS = 20;

interface Before<Now> {
  /** What another event has just said. */
  published?: Partial<Now> | undefined;
  /** Whether what was told is still so. */
  isSaid?: (now: Now, published: Partial<Now>) => boolean;
}

/**
 * Tells how something stands: read, told, and read again, until it is what was told, which it answers. Of several who
 * change it at once the later reading tells last, so the last word is how it stands. Safe to repeat.
 */
export async function publishLatest<Now>(
  read: () => Promise<Now>,
  publish: (now: Now) => Promise<unknown>,
  { published, isSaid = Object.is }: Before<Now> = {},
): Promise<Now> {
  let said = published;
  for (let round = 1; ; round += 1) {
    const now = await read();
    if (round > MAX_ROUNDS || (said !== undefined && isSaid(now, said))) return now;
    await publish(now);
    said = now;
  }
}
