import { createThread } from '../thread.ts';

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
}

/** What goes to the thread, and the place that comes back. */
export interface PlacesQuestion {
  lat: number;
  lon: number;
  countries: readonly string[];
}

/** The list of towns is 17 MB of text that takes a moment to read, so it lives in a thread. */
export function createPlaces(): Places {
  const thread = createThread<PlacesQuestion, Place | undefined>(
    new URL('./places-thread.ts', import.meta.url),
  );
  return { nearest: ({ lat, lon }, countries) => thread.ask({ lat, lon, countries }) };
}
