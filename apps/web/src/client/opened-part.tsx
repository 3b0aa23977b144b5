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
const LATE = Symbol('late');

/**
 * A part that the member opens, fetched the first time. Where it can't be fetched it says so and closes again, and no
 * error takes the place of the page: the next press tries anew, and nothing opens by itself minutes later, as when a line
 * that swallowed everything is back.
 */
export function openedPart<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
): ComponentType<PropsOf<M, K> & Closable> {
  type Part = ComponentType<PropsOf<M, K> & Closable>;
  let coming: Promise<Part | null> | undefined;
  const reached = (): Promise<Part | null> =>
    whileThere(
      load().then(
        (module) => module[name] as Part,
        () => null,
      ),
    );
  return function OpenedPart(props) {
    coming ??= reached();
    const Found = use(coming);
    if (Found) return <Found {...props} />;
    const giveUp = () => {
      coming = undefined;
      (props.onUnreached ?? props.onClose)();
    };
    return <NotReached giveUp={giveUp} />;
  };
}

/** What comes of it while the server answers, for half a minute; null once nobody is there, or nothing came by then. */
async function whileThere<T>(coming: Promise<T | null>): Promise<T | null> {
  for (let look = 0; look < LOOKS; look += 1) {
    const later = Promise.withResolvers<typeof LATE>();
    const timer = setTimeout(() => later.resolve(LATE), LOOK_MS);
    const found = await Promise.race([coming, later.promise]);
    clearTimeout(timer);
    if (found !== LATE) return found;
    if (!(await isServerThere())) break;
  }
  return Promise.race([coming, Promise.resolve(null)]);
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
