import { createWatchedMap } from '../../../client/watched-map.ts';

/** Pictures this tab is bringing to the server, by the key of their bubble. */
interface Upload {
  /** From 0 to 1. */
  share: number;
  cancel: () => void;
}

const uploads = createWatchedMap<Upload>();

/** Runs an upload that can be watched, and cancelled until it is done. */
export async function uploading<T>(
  key: string,
  ending: AbortController,
  run: (onProgress: (share: number) => void) => Promise<T>,
): Promise<T> {
  const cancel = () => ending.abort();
  uploads.set(key, { share: 0, cancel });
  try {
    return await run((share) => uploads.set(key, { share, cancel }));
  } finally {
    uploads.delete(key);
  }
}

/** Stops the upload of one bubble; false when this tab has none under way. */
export function cancelUpload(key: string): boolean {
  const upload = uploads.get(key);
  upload?.cancel();
  return upload !== undefined;
}

/** How far the upload of one bubble is; undefined when this tab has none under way. */
export function useUpload(key: string): Upload | undefined {
  return uploads.useValue(key);
}
