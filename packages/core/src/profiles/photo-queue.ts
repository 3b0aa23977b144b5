/** Runs work on one member's pictures one after the other. */
export type PhotoQueue = <T>(member: string, work: () => Promise<T>) => Promise<T>;

/**
 * Turns by member, in this process. Nothing depends on them being kept (limits are conditional writes): they keep fifty
 * uploads at once from decoding fifty pictures of which three have room.
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
