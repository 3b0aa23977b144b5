import { Worker } from 'node:worker_threads';

/** A town near a point, with the codes and names of what it belongs to in the data (GeoNames). */
export interface Place {
  country: string;
  name: string;
  admin1: string;
  admin2: string;
  admin2Name: string;
}

/** Which town a point is at, from the data that comes with the house; nobody is asked and nothing is kept. */
export interface Places {
  /** The nearest town of one of these countries within 50 km. */
  nearest(point: { lat: number; lon: number }, countries: readonly string[]): Promise<Place | undefined>;
  /** Reads the list ahead of the first question, in its thread. */
  warmUp(): void;
}

/** What goes to the thread and what comes back, told apart by `id`. */
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
 * The list of towns is 17 MB of text that takes a moment to read, on a busy machine longer than a call may take. It lives
 * in a thread that starts with `warmUp` or the first question. The thread never keeps the process from ending.
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
