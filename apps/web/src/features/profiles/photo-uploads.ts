import type { OwnPictures } from '@heartline/contracts';
import { useEffect, useRef, useState } from 'react';
import { uploadPicture } from '../../people/upload-picture.ts';

/** A picture on its way: its look, how much is sent, and what went wrong. */
export interface Upload {
  key: string;
  preview: string;
  share: number;
  failure?: unknown;
}

interface Waiting extends Upload {
  file: Blob;
  stop: AbortController;
}

/**
 * Sends pictures one after the other, with progress and a way to cancel. A failed one stays, with its reason, until it
 * is tried again or put away.
 */
export function usePhotoUploads(onUploaded: (answer: OwnPictures) => void) {
  const [uploads, setUploads] = useState<readonly Waiting[]>([]);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const all = useRef(uploads);
  all.current = uploads;
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      for (const upload of all.current) forget(upload);
    };
  }, []);

  const update = (key: string, change: Partial<Waiting>) =>
    setUploads((now) => now.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const drop = (key: string) => setUploads((now) => now.filter((one) => one.key !== key));

  const send = (upload: Waiting) => {
    const { key, file, stop } = upload;
    line.current = line.current.then(async () => {
      if (stop.signal.aborted || isGone.current) return;
      try {
        const { pictures, photo_limit } = await uploadPicture(file, {
          key,
          signal: stop.signal,
          onProgress: (share) => update(key, { share }),
        });
        onUploaded({ pictures, photo_limit });
        forget(upload);
        drop(key);
      } catch (failure) {
        if (!stop.signal.aborted) update(key, { failure });
      }
    });
  };
  return {
    uploads: uploads as readonly Upload[],
    add(files: Iterable<Blob>) {
      const added = [...files].map(waiting);
      setUploads((now) => [...now, ...added]);
      for (const upload of added) send(upload);
    },
    cancel(key: string) {
      const upload = all.current.find((one) => one.key === key);
      if (upload) forget(upload);
      drop(key);
    },
    retry(key: string) {
      const upload = all.current.find((one) => one.key === key);
      if (!upload) return;
      update(key, { failure: undefined, share: 0 });
      send(upload);
    },
  };
}

function waiting(file: Blob): Waiting {
  return {
    key: crypto.randomUUID(),
    preview: URL.createObjectURL(file),
    share: 0,
    file,
    stop: new AbortController(),
  };
}

function forget({ stop, preview }: Waiting): void {
  stop.abort();
  URL.revokeObjectURL(preview);
}
