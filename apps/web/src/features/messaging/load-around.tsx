import { Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, type RefObject, useEffect, useReducer, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useOnceBack } from '../../live/use-once-back.ts';
import type { Row } from './conversation-rows.ts';

export interface Around {
  /** What is shown, and whether there is more above and below it. */
  rows: readonly Row[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** Brings the page above, and the one below. Called once at a time. */
  onOlder: () => Promise<void>;
  onNewer: () => Promise<void>;
}

type Edge = 'older' | 'newer';

interface Drawn {
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
}

/** What stands at both ends of the messages. */
interface Edges extends Pick<Drawn, 'scroller'> {
  /** Where a page did not come. */
  failed: Edge | undefined;
  /** Asks for it once more. */
  again: () => void;
}

const LOAD_AHEAD_PX = 1_200;
/** A page that came stands where it belongs by then. */
const SETTLE_MS = 100;

/**
 * Brings more rows before the reader comes to an edge: one page at a time, at either side. `look` is called at every
 * scroll; it looks again by itself when a page came, since one that does not fill the window can't be scrolled, and who
 * stands at the very edge does not scroll either. A page that did not come is asked for by the member, at the next scroll,
 * and once the connection is back.
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
  useEffect(() => {
    if (rows.length > 0 && pages >= 0) latest.current();
  }, [rows, pages]);
  useOnceBack(failed !== undefined, again);
  return { look, edges: { failed, again, scroller } };
}

/** Above the oldest message that is shown; as high as what it stands in place of. */
export function OlderEdge({ children, ...edges }: Edges & { children: ReactNode }) {
  if (edges.failed !== 'older') return children;
  return (
    <NotLoaded {...edges} className="flex h-24 flex-wrap content-end justify-center pb-4">
      <Trans>Could not load older messages</Trans>
    </NotLoaded>
  );
}

/** Over the newest message of a part: under it there is no room that others would not have to know of. */
export function NewerEdge(edges: Edges) {
  if (edges.failed !== 'newer') return null;
  return (
    <NotLoaded
      {...edges}
      className="absolute inset-x-16 bottom-3 mx-auto flex w-fit animate-fade flex-wrap justify-center rounded-card bg-card px-4 py-2 shadow-float"
    >
      <Trans>Could not load newer messages</Trans>
    </NotLoaded>
  );
}

interface NotLoadedProps extends Pick<Edges, 'again'> {
  scroller: { readonly current: HTMLElement | null };
  className: string;
  children: ReactNode;
}

/** That messages did not come, and the way to ask for them once more. */
export function NotLoaded({ again, scroller, className, children }: NotLoadedProps) {
  const press = () => {
    // The button goes with its press.
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
