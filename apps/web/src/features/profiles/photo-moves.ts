import {
  chooseMainPhoto,
  type OwnPhoto,
  type OwnPictures,
  orderPhotos,
  removePhoto,
  restorePhoto,
} from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { createRequestQueue } from '../../client/request-queue.ts';
import { showUndo } from '../../people/undo.ts';
import { takePictures } from './own-profile-state.ts';

/**
 * Ordering, choosing and deleting pictures: shown at once, reverted when the server refuses. Requests go out one after
 * the other, so that the last one wins, and the order is shown until the last answer.
 */
export function usePhotoMoves(pictures: readonly OwnPhoto[]) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  /** The order until it is confirmed. */
  const [wanted, setWanted] = useState<readonly string[]>();
  const [queue] = useState(createRequestQueue);
  const last = useRef<unknown>(undefined);
  const shown = wanted ? wanted.flatMap((id) => pictures.find((one) => one.id === id) ?? []) : pictures;

  /** True when the server did it; a refusal is shown. */
  const ask = async (work: () => Promise<OwnPictures>) => {
    last.current = work;
    try {
      takePictures(await queue.enqueue(work));
      return true;
    } catch (error) {
      void showToast({ title: errorTextOf(error), tone: 'error' });
      return false;
    } finally {
      if (last.current === work) setWanted(undefined);
    }
  };
  const order = (ids: readonly string[]) => {
    setWanted(ids);
    return ask(() => call(orderPhotos, { order: [...ids] }));
  };
  const restore = (id: string) => ask(() => call(restorePhoto, { id }));
  return {
    shown,
    /** Moves a picture to another position. */
    move(id: string, to: number) {
      const ids = shown.map((one) => one.id).filter((one) => one !== id);
      ids.splice(Math.max(0, Math.min(ids.length, to)), 0, id);
      return order(ids);
    },
    makeMain(id: string) {
      setWanted([id, ...shown.map((one) => one.id).filter((one) => one !== id)]);
      return ask(() => call(chooseMainPhoto, { id }));
    },
    async remove(id: string) {
      setWanted(shown.map((one) => one.id).filter((one) => one !== id));
      const isDeleted = await ask(() => call(removePhoto, { id }));
      if (!isDeleted) return;
      void showUndo({ title: t`Photo deleted`, onUndo: () => void restore(id) });
    },
  };
}
