import { lazyRouteComponent } from '@tanstack/react-router';
import { wantScreenWords } from '../client/language.ts';
import { openedPart } from '../client/opened-part.tsx';
import { part } from '../client/part.ts';
import { isServerThere } from '../client/server-there.ts';

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

/** The page of a route, fetched when it is asked for. Where it can't be fetched, the error page stands there. */
export function screen<M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) {
  return lazyRouteComponent(() => withWords(load).catch(unreached), name);
}

/** The same for a page whose words come with the frame: the catalogue of all other screens is not fetched for it. */
export function frameScreen<M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) {
  return lazyRouteComponent(() => load().catch(unreached), name);
}

/** What the router takes for a part that is gone it reloads the page for, which without a server would be lost. */
async function unreached(error: unknown): Promise<never> {
  throw (await isServerThere())
    ? error
    : new Error('There is no server to fetch this from.', { cause: error });
}

/** A part of a page with its words, fetched when it is first drawn. */
export function piece<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  return part(() => withWords(load), name);
}

/** A part that the member opens, with its words; it closes again where it can't be fetched. */
export function openedPiece<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  return openedPart(() => withWords(load), name);
}
