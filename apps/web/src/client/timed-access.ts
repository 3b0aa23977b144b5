/** Timeout of opening and of asking a database. Some never open and never fail. */
const TIMEOUT_MS = 3_000;
class TimedOut extends Error {}

/** Limits the wait for a database. A late success still counts, and `onLateAnswer` runs. */
function withTimeout<T>(asked: Promise<T>, onLateAnswer: () => void): () => Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TimedOut());
      asked.then(onLateAnswer, () => undefined);
    }, TIMEOUT_MS);
  });
  timeout.catch(() => undefined);
  asked.then(
    () => clearTimeout(timer),
    () => clearTimeout(timer),
  );
  return () => Promise.race([asked, timeout]);
}

/** Time without new attempts after a timeout, unless the database answers late. */
const BACKOFF_MS = 10_000;

/**
 * Access to a database with a timeout. When it was closed, or the request aborted, it is opened once more and asked
 * again. After a timeout it counts as unavailable, and is opened by a later request.
 * @param onLateAnswer runs when it answers after the timeout.
 */
export function createTimedAccess<Store extends { close?(): void }>(
  open: () => Promise<Store>,
  onLateAnswer: () => void,
) {
  let opened: (() => Promise<Store>) | undefined;
  let backsOffUntil = Number.NEGATIVE_INFINITY;
  const onAnswer = () => {
    backsOffUntil = Number.NEGATIVE_INFINITY;
    onLateAnswer();
  };
  const giveUp = (opening: typeof opened, store: Store | undefined, isTimedOut: boolean) => {
    // A pending open may still succeed.
    if (isTimedOut && !store) return;
    if (isTimedOut) backsOffUntil = performance.now() + BACKOFF_MS;
    if (opened === opening) opened = undefined;
    // Each open creates a connection. A full browser refuses many writes; an open for each would pile up.
    store?.close?.();
  };
  return async function access<T>(ask: (store: Store) => Promise<T>): Promise<T> {
    for (let isSecond = false; ; isSecond = true) {
      if (performance.now() < backsOffUntil) throw new TimedOut();
      opened ??= withTimeout(open(), onAnswer);
      const opening = opened;
      let store: Store | undefined;
      try {
        store = await opening();
        return await withTimeout(ask(store), onAnswer)();
      } catch (error) {
        const isTimedOut = error instanceof TimedOut;
        giveUp(opening, store, isTimedOut);
        if (isSecond || isTimedOut) throw error;
      }
    }
  };
}
