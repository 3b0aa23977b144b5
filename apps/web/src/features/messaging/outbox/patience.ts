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

/**
 * How a database is asked: when it was closed underneath, it is opened once more; one that says nothing is given up for now,
 * and opened by the next who asks. `onLate`: it answered after all.
 */
export function createPatience<Store>(open: () => Promise<Store>, onLate: () => void) {
  let opened: (() => Promise<Store>) | undefined;
  return async function there<T>(ask: (store: Store) => Promise<T>): Promise<T> {
    for (let isSecond = false; ; isSecond = true) {
      opened ??= patiently(open(), onLate);
      const opening = opened;
      let isOpen = false;
      try {
        const store = await opening();
        isOpen = true;
        return await patiently(ask(store), onLate)();
      } catch (error) {
        const isSilent = error instanceof Silent;
        // What is still opening may open yet.
        if ((isOpen || !isSilent) && opened === opening) opened = undefined;
        if (isSecond || isSilent) throw error;
      }
    }
  };
}
