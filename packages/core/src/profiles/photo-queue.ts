/** Runs work on one member's pictures one after the other. */
export type PhotoQueue = <T>(member: string, work: () => Promise<T>) => Promise<T>;

/**
 * A queue by member, in this process. Limits do not depend on it, since they are conditional writes. It
 * prevents fifty concurrent uploads from decoding fifty pictures when there is room for three.
 */
export function createPhotoQueue(): PhotoQueue {
  const last = new Map<string, Promise<unknown>>();
  return (member, work) => {
    const turn = (last.get(member) ?? Promise.resolve()).then(work, work);
    const ended = turn
      .catch(() => undefined)
      .finally(() => {
        if (last.get(member) === ended) last.delete(member);
      });
    last.set(member, ended);
    return turn;
  };
}
