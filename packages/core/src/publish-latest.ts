/** Another round is needed only after a concurrent change. */
const MAX_ROUNDS = 20;

interface Before<Now> {
  /** The content of an event just sent. */
  published?: Partial<Now> | undefined;
  /** True if the published content is still right. */
  isUpToDate?: (now: Now, published: Partial<Now>) => boolean;
}

/**
 * Publishes a state: reads, publishes and reads again until the state is unchanged; returns it. Of several
 * concurrent changes the later read publishes last, so the last event is right. Safe to repeat.
 */
export async function publishLatest<Now>(
  read: () => Promise<Now>,
  publish: (now: Now) => Promise<unknown>,
  { published, isUpToDate = Object.is }: Before<Now> = {},
): Promise<Now> {
  let said = published;
  for (let round = 1; ; round += 1) {
    const now = await read();
    if (round > MAX_ROUNDS || (said !== undefined && isUpToDate(now, said))) return now;
    await publish(now);
    said = now;
  }
}
