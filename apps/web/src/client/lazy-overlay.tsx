import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { type ComponentType, use, useEffect } from 'react';
import { isServerThere } from './server-there.ts';

type PropsOf<M, K extends keyof M> = M[K] extends ComponentType<infer P> ? P : never;

interface Closable {
  onClose: () => void;
  /** Runs when it could not be loaded. By default it closes. */
  onUnreached?: () => void;
}

/** Time between two checks whether the server answers. */
const LOOK_MS = 5_000;
/** Maximum number of checks. A file that has not arrived by then counts as failed, even when the server answers. */
const LOOKS = 6;
const TIMED_OUT = Symbol('late');

/**
 * An overlay that is loaded when the member first opens it. When the load fails it says so and closes; the page stays.
 * The next press tries again, and nothing opens by itself minutes later.
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

/**
 * Waits for a load while the server answers, for at most half a minute. Null when the server is gone or the time is
 * over.
 */
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
      title: t`This didn’t load. Open it again once you’re connected.`,
      tone: 'error',
    });
    giveUp();
    // oxlint-disable-next-line react/exhaustive-deps -- shows the message once, on mount
  }, []);
  return null;
}
