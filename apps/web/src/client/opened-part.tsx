import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { type ComponentType, use, useEffect } from 'react';

type PropsOf<M, K extends keyof M> = M[K] extends ComponentType<infer P> ? P : never;

interface Closable {
  onClose: () => void;
  /** It could not be fetched; closed, unless given. */
  onUnreached?: () => void;
}

/**
 * A part that the member opens, fetched the first time. Where it can't be fetched it says so and closes again, and no
 * error takes the place of the page: the next press tries anew, and nothing opens by itself minutes later.
 */
export function openedPart<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
): ComponentType<PropsOf<M, K> & Closable> {
  type Part = ComponentType<PropsOf<M, K> & Closable>;
  let coming: Promise<Part | null> | undefined;
  const reached = (): Promise<Part | null> =>
    load().then(
      (module) => module[name] as Part,
      () => null,
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
