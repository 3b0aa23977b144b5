import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Row } from './conversation-rows.ts';

/** How long the message one jumped to stands out. */
const SHOWN_MS = 1_600;

interface JumpInput {
  rows: readonly Row[];
  list: RefObject<VirtualizerHandle | null>;
  /** Loads the conversation up to this message; false when it is not there to be seen. */
  onReach: (seq: number) => Promise<boolean>;
}

/** Goes to another message of the conversation, loading what is missing. Gives how, and which one stands out now. */
export function useJump({ rows, list, onReach }: JumpInput): {
  jump: (seq: number) => void;
  shown: number | null;
} {
  const { t } = useLingui();
  const [wanted, setWanted] = useState<number | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ rows, onReach, t });
  latest.current = { rows, onReach, t };

  useLayoutEffect(() => {
    const index = wanted === null ? -1 : rows.findIndex((row) => row.message?.seq === wanted);
    if (index < 0) return;
    list.current?.scrollToIndex(index, { align: 'center' });
    setShown(wanted);
    setWanted(null);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(null), SHOWN_MS);
  }, [wanted, rows, list]);

  const jump = useCallback((seq: number) => {
    const isHeld = latest.current.rows.some((row) => row.message?.seq === seq);
    const reaching = isHeld ? Promise.resolve(true) : latest.current.onReach(seq).catch(() => false);
    void reaching.then((isThere) => {
      if (isThere) setWanted(seq);
      else void showToast({ title: latest.current.t`This message can’t be shown` });
    });
  }, []);
  return { jump, shown };
}
