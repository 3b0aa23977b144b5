/** How long a database may take to open, or to answer. Some never do, and never say so. */
const TIMEOUT_MS = 3_000;
class TimedOut extends Error {}

/**
 * Waits for a database as long as it may take, whoever asks. Whatever it does after all counts from then on, and `onLateAnswer`
 * hears of it.
 */
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

/** How long a database that said nothing is left alone, unless it answers after all: nobody waits for it again meanwhile. */
const BACKOFF_MS = 10_000;

/**
 * How a database is asked: when it was closed underneath, or what was asked was broken off, it is opened once more and
 * asked again; one that says nothing is given up for now, and opened later by who asks then. `onLateAnswer`: it answered after
 * all.
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
    // What is still opening may open yet.
    if (isTimedOut && !store) return;
    if (isTimedOut) backsOffUntil = performance.now() + BACKOFF_MS;
    if (opened === opening) opened = undefined;
    // Each opening is a connection: one for every write that a full browser refuses would be many.
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
