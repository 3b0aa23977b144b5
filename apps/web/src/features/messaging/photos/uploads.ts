import { useSyncExternalStore } from 'react';

/** Pictures this tab is bringing to the server, by the key of their bubble. */
interface Upload {
  /** From 0 to 1. */
  share: number;
  cancel: () => void;
}

const uploads = new Map<string, Upload>();
const listeners = new Set<() => void>();

function put(key: string, upload: Upload | undefined): void {
  if (upload) uploads.set(key, upload);
  else uploads.delete(key);
  for (const listener of listeners) listener();
}

/** Runs an upload that can be watched, and cancelled until it is done. */
export async function uploading<T>(
  key: string,
  ending: AbortController,
  run: (onProgress: (share: number) => void) => Promise<T>,
): Promise<T> {
  const cancel = () => ending.abort();
  put(key, { share: 0, cancel });
  try {
    return await run((share) => put(key, { share, cancel }));
  } finally {
    put(key, undefined);
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stops the upload of one bubble; false when this tab has none under way. */
export function cancelUpload(key: string): boolean {
  const upload = uploads.get(key);
  upload?.cancel();
  return upload !== undefined;
}

/** How far the upload of one bubble is; undefined when this tab has none under way. */
export function useUpload(key: string): Upload | undefined {
  return useSyncExternalStore(subscribe, () => uploads.get(key));
}
