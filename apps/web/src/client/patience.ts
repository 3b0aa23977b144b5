/** How long a database may take to open, or to answer. Some never do, and never say so. */
const PATIENCE_MS = 3_000;
class Silent extends Error {}

/**
 * Waits for a database as long as it may take, whoever asks. Whatever it does after all counts from then on, and `onLate`
 * hears of it.
 */
function patiently<T>(asked: Promise<T>, onLate: () => void): () => Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Silent());
      asked.then(onLate, () => undefined);
    }, PATIENCE_MS);
  });
  patience.catch(() => undefined);
  asked.then(
    () => clearTimeout(timer),
    () => clearTimeout(timer),
  );
  return () => Promise.race([asked, patience]);
}

/** How long a database that said nothing is left alone, unless it answers after all: nobody waits for it again meanwhile. */
const REST_MS = 10_000;

/**
 * How a database is asked: when it was closed underneath, or what was asked was broken off, it is opened once more and
 * asked again; one that says nothing is given up for now, and opened later by who asks then. `onLate`: it answered after
 * all.
 */
export function createPatience<Store extends { close?(): void }>(
  open: () => Promise<Store>,
  onLate: () => void,
) {
  let opened: (() => Promise<Store>) | undefined;
  let restsUntil = Number.NEGATIVE_INFINITY;
  const onAnswer = () => {
    restsUntil = Number.NEGATIVE_INFINITY;
    onLate();
  };
  const giveUp = (opening: typeof opened, store: Store | undefined, isSilent: boolean) => {
    // What is still opening may open yet.
    if (isSilent && !store) return;
    if (isSilent) restsUntil = performance.now() + REST_MS;
    if (opened === opening) opened = undefined;
    // Each opening is a connection: one for every write that a full browser refuses would be many.
    store?.close?.();
  };
  return async function there<T>(ask: (store: Store) => Promise<T>): Promise<T> {
    for (let isSecond = false; ; isSecond = true) {
      if (performance.now() < restsUntil) throw new Silent();
      opened ??= patiently(open(), onAnswer);
      const opening = opened;
      let store: Store | undefined;
      try {
        store = await opening();
        return await patiently(ask(store), onAnswer)();
      } catch (error) {
        const isSilent = error instanceof Silent;
        giveUp(opening, store, isSilent);
        if (isSecond || isSilent) throw error;
      }
    }
  };
}
