import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { type ComponentType, use, useEffect } from 'react';

type PropsOf<M, K extends keyof M> = M[K] extends ComponentType<infer P> ? P : never;

interface Closable {
  onClose: () => void;
}

/**
 * A part that the member opens, fetched the first time. Where there is no network to fetch it by, it says so and closes
 * again: the next press tries anew, and nothing opens by itself minutes later.
 */
export function openedPart<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
): ComponentType<PropsOf<M, K> & Closable> {
  type Part = ComponentType<PropsOf<M, K> & Closable>;
  let coming: Promise<Part | null> | undefined;
  const reached = async (): Promise<Part | null> => {
    try {
      return (await load())[name] as Part;
    } catch (error) {
      if (navigator.onLine) throw error;
      return null;
    }
  };
  return function OpenedPart(props) {
    coming ??= reached();
    const Found = use(coming);
    if (Found) return <Found {...props} />;
    const giveUp = () => {
      coming = undefined;
      props.onClose();
    };
    return <NotReached giveUp={giveUp} />;
  };
}

function NotReached({ giveUp }: { giveUp: () => void }) {
  const { t } = useLingui();
  useEffect(() => {
    void showToast({ title: t`You are offline. Open this again once you are connected.`, tone: 'error' });
    giveUp();
    // oxlint-disable-next-line react/exhaustive-deps -- said once, when it is there
  }, []);
  return null;
}
