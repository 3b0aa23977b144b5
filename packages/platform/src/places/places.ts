import { Worker } from 'node:worker_threads';

/** A town near a point, with the codes and names of its regions in the data (GeoNames). */
export interface Place {
  country: string;
  name: string;
  admin1: string;
  admin2: string;
  admin2Name: string;
}

/** Finds the town of a point in bundled data. No external service is called and nothing is stored. */
export interface Places {
  /** The nearest town of one of these countries within 50 km. */
  nearest(point: { lat: number; lon: number }, countries: readonly string[]): Promise<Place | undefined>;
  /** Loads the list in its thread before the first question. */
  warmUp(): void;
}

/** Message to the thread and its answer, matched by `id`. */
export interface PlacesQuestion {
  id: number;
  lat: number;
  lon: number;
  countries: readonly string[];
}
export interface PlacesAnswer {
  id: number;
  place: Place | undefined;
}

/**
 * The list of towns is 17 MB of text. On a busy machine it takes longer to read than a call may take. It lives in a
 * thread that starts with `warmUp` or the first question, and does not keep the process alive.
 */
export function createPlaces(): Places {
  let thread: Worker | undefined;
  let last = 0;
  const waiting = new Map<number, { resolve(place: Place | undefined): void; reject(error: Error): void }>();

  const fail = (error: Error) => {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = () => {
    const started = new Worker(new URL('./places-thread.ts', import.meta.url));
    started.unref();
    started.on('message', ({ id, place }: PlacesAnswer) => {
      waiting.get(id)?.resolve(place);
      waiting.delete(id);
    });
    started.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
    return started;
  };
  return {
    warmUp() {
      thread ??= start();
    },
    nearest({ lat, lon }, countries) {
      thread ??= start();
      last += 1;
      const question: PlacesQuestion = { id: last, lat, lon, countries };
      return new Promise((resolve, reject) => {
        waiting.set(question.id, { resolve, reject });
        thread?.postMessage(question);
      });
    },
  };
}
