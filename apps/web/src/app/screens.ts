import { lazyRouteComponent } from '@tanstack/react-router';
import { wantScreenWords } from '../client/language.ts';
import { part } from '../client/part.ts';

let coming = 0;

/** Whether parts of the app are on their way. */
export const arePartsComing = () => coming > 0;

/** Fetches a part of the app together with the words it shows. */
async function withWords<M>(load: () => Promise<M>): Promise<M> {
  coming += 1;
  try {
    const [module] = await Promise.all([load(), wantScreenWords()]);
    return module;
  } finally {
    coming -= 1;
  }
}

/** The page of a route, fetched when it is asked for. */
export function screen<M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) {
  return lazyRouteComponent(() => withWords(load), name);
}

/** A part of a page with its words, fetched when it is first drawn. */
export function piece<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  return part(() => withWords(load), name);
}
