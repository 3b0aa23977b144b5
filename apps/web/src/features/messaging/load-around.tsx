import { Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, type RefObject, useEffect, useReducer, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useOnceBack } from '../../live/use-once-back.ts';
import type { Row } from './conversation-rows.ts';

export interface Around {
  /** The shown rows, and whether more exist above and below. */
  rows: readonly Row[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** Load the page above and the page below. Called one at a time. */
  onOlder: () => Promise<void>;
  onNewer: () => Promise<void>;
}

type Edge = 'older' | 'newer';

interface Drawn {
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
}

/** Props of the two edges of the messages. */
interface Edges extends Pick<Drawn, 'scroller'> {
  /** Edge whose page failed to load. */
  failed: Edge | undefined;
  /** Loads it again. */
  again: () => void;
}

const LOAD_AHEAD_PX = 1_200;
/** Time until a loaded page is rendered. */
const SETTLE_MS = 100;

/**
 * Loads a page before the reader reaches an edge, one at a time. A failed page is loaded again by a press, at the next
 * scroll, or when the connection is back. Call `look` at every scroll.
 */
export function useLoadAround(around: Around, { list, scroller }: Drawn): { look: () => void; edges: Edges } {
  const { rows, hasOlder, hasNewer, onOlder, onNewer } = around;
  const isLoading = useRef(false);
  const [pages, notePage] = useReducer((count: number) => count + 1, 0);
  const [failed, setFailed] = useState<Edge>();
  const load = async (edge: Edge) => {
    isLoading.current = true;
    try {
      await (edge === 'older' ? onOlder() : onNewer());
      setFailed(undefined);
      setTimeout(notePage, SETTLE_MS);
    } catch {
      setFailed(edge);
    }
    isLoading.current = false;
  };
  const look = () => {
    const { current } = list;
    if (!current || isLoading.current) return;
    const { scrollOffset: above, scrollSize, viewportSize } = current;
    const below = scrollSize - viewportSize - above;
    if (hasOlder && above < LOAD_AHEAD_PX) void load('older');
    else if (hasNewer && below < LOAD_AHEAD_PX) void load('newer');
  };
  const again = () => {
    setFailed(undefined);
    look();
  };
  const latest = useRef(look);
  latest.current = look;
  // After each page too: one that does not fill the viewport causes no scroll.
  useEffect(() => {
    if (rows.length > 0 && pages >= 0) latest.current();
  }, [rows, pages]);
  useOnceBack(failed !== undefined, again);
  return { look, edges: { failed, again, scroller } };
}

/** Shown above the oldest rendered message, as high as what it replaces. */
export function OlderEdge({ children, ...edges }: Edges & { children: ReactNode }) {
  if (edges.failed !== 'older') return children;
  return (
    <NotLoaded {...edges} className="flex h-24 flex-wrap content-end justify-center pb-4">
      <Trans>Couldn’t load older messages</Trans>
    </NotLoaded>
  );
}

/** Shown over the newest message of a part. A row below it would change the height that other code relies on. */
export function NewerEdge(edges: Edges) {
  if (edges.failed !== 'newer') return null;
  return (
    <NotLoaded
      {...edges}
      className="absolute inset-x-16 bottom-3 mx-auto flex w-fit animate-fade flex-wrap justify-center rounded-card bg-card px-4 py-2 shadow-float"
    >
      <Trans>Couldn’t load newer messages</Trans>
    </NotLoaded>
  );
}

interface NotLoadedProps extends Pick<Edges, 'again'> {
  scroller: { readonly current: HTMLElement | null };
  className: string;
  children: ReactNode;
}

/** Says that messages failed to load, with a button to retry. */
export function NotLoaded({ again, scroller, className, children }: NotLoadedProps) {
  const press = () => {
    // The button disappears when pressed, so move the focus first.
    scroller.current?.focus({ preventScroll: true });
    again();
  };
  return (
    <div className={`items-center gap-x-3 gap-y-1 text-sm text-ink-2 ${className}`}>
      <span role="status">{children}</span>
      <Button size="sm" onPress={press}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
