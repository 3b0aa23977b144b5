import { createWatchedMap } from '../../../client/watched-map.ts';

/** Uploads of this tab by bubble key. */
interface Upload {
  /** Progress from 0 to 1. */
  share: number;
  cancel: () => void;
}

const uploads = createWatchedMap<Upload>();

/** Runs an upload that can be watched and cancelled. */
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

/** Cancels the upload of a bubble; false if this tab has none. */
export function cancelUpload(key: string): boolean {
  const upload = uploads.get(key);
  upload?.cancel();
  return upload !== undefined;
}

/** Upload of a bubble; undefined if this tab has none. */
export function useUpload(key: string): Upload | undefined {
  return uploads.useValue(key);
}
