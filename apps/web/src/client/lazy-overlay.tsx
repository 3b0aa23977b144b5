import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { type ComponentType, use, useEffect } from 'react';
import { isServerThere } from './server-there.ts';

type PropsOf<M, K extends keyof M> = M[K] extends ComponentType<infer P> ? P : never;

interface Closable {
  onClose: () => void;
  /** It could not be fetched; closed, unless given. */
  onUnreached?: () => void;
}

/** After this long it is asked whether there is a server at all, and while there is, after as long again. */
const LOOK_MS = 5_000;
/** So often at most: what has not come by then does not, though a server answers. */
const LOOKS = 6;
const TIMED_OUT = Symbol('late');

/**
 * A part that the member opens, fetched the first time. Where it can't be fetched it says so and closes again, and no
 * error takes the place of the page: the next press tries anew, and nothing opens by itself minutes later, as when a line
 * that swallowed everything is back.
 */
export function lazyOverlay<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
): ComponentType<PropsOf<M, K> & Closable> {
  type Overlay = ComponentType<PropsOf<M, K> & Closable>;
  let loading: Promise<Overlay | null> | undefined;
  const reached = (): Promise<Overlay | null> =>
    whileThere(
      load().then(
        (module) => module[name] as Overlay,
        () => null,
      ),
    );
  return function LazyOverlay(props) {
    loading ??= reached();
    const Found = use(loading);
    if (Found) return <Found {...props} />;
    const giveUp = () => {
      loading = undefined;
      (props.onUnreached ?? props.onClose)();
    };
    return <NotReached giveUp={giveUp} />;
  };
}

/** What comes of it while the server answers, for half a minute; null once nobody is there, or nothing came by then. */
async function whileThere<T>(loading: Promise<T | null>): Promise<T | null> {
  for (let look = 0; look < LOOKS; look += 1) {
    const later = Promise.withResolvers<typeof TIMED_OUT>();
    const timer = setTimeout(() => later.resolve(TIMED_OUT), LOOK_MS);
    const found = await Promise.race([loading, later.promise]);
    clearTimeout(timer);
    if (found !== TIMED_OUT) return found;
    if (!(await isServerThere())) break;
  }
  return Promise.race([loading, Promise.resolve(null)]);
}

function NotReached({ giveUp }: { giveUp: () => void }) {
  const { t } = useLingui();
  useEffect(() => {
    void showToast({
      title: t`This could not be loaded. Open it again once you are connected.`,
      tone: 'error',
    });
    giveUp();
    // oxlint-disable-next-line react/exhaustive-deps -- said once, when it is there
  }, []);
  return null;
}
