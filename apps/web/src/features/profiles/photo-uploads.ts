import { removePhoto } from '@heartline/contracts';
import { actingAs, call } from '../../client/api.ts';
import { createWatchedMap } from '../../client/watched-map.ts';
import { uploadPicture } from '../../people/upload-picture.ts';
import { takePictures } from './own-profile-state.ts';

/** An upload: its preview, progress, and error. */
export interface Upload {
  key: string;
  preview: string;
  share: number;
  failure?: unknown;
}

interface Waiting extends Upload {
  file: Blob;
  stop: AbortController;
  /** Cancelled when the server may have all of it: the photo is deleted there once it is stored. */
  isUnwanted?: boolean;
}

/** The uploads, under one key. A member who leaves their page finds them on return. */
const waiting = createWatchedMap<readonly Waiting[]>();
const ALL = 'all';
const NONE: readonly Waiting[] = [];
/** One after the other, so that on a slow connection the first one arrives soon. */
let line: Promise<unknown> = Promise.resolve();

const all = () => waiting.get(ALL) ?? NONE;
const find = (key: string) => all().find((one) => one.key === key);
const update = (key: string, change: Partial<Waiting>) =>
  waiting.set(
    ALL,
    all().map((one) => (one.key === key ? { ...one, ...change } : one)),
  );

/**
 * Uploads pictures one after the other, with progress and cancel, whatever page is open meanwhile. A failed one stays
 * with its reason until it is retried or dismissed.
 */
export function usePhotoUploads() {
  const uploads: readonly Upload[] = (waiting.useValue(ALL) ?? NONE).filter((one) => !one.isUnwanted);
  return { uploads, add, cancel, retry };
}

function add(files: Iterable<Blob>): void {
  const added = [...files].map((file) => ({
    key: crypto.randomUUID(),
    preview: URL.createObjectURL(file),
    share: 0,
    file,
    stop: new AbortController(),
  }));
  waiting.set(ALL, [...all(), ...added]);
  for (const upload of added) send(upload);
}

function cancel(key: string): void {
  const upload = find(key);
  if (!upload) return;
  // Aborting would only hide that it was stored.
  if (upload.share === 1 && upload.failure === undefined) return update(key, { isUnwanted: true });
  upload.stop.abort();
  forget(key);
}

function retry(key: string): void {
  const upload = find(key);
  if (!upload) return;
  update(key, { failure: undefined, share: 0 });
  send(upload);
}

function send({ key, file, stop }: Waiting): void {
  const by = actingAs();
  line = line.then(async () => {
    // Cancelled, or its member has signed out.
    if (!find(key)) return;
    try {
      const answer = await uploadPicture(file, {
        key,
        by,
        signal: stop.signal,
        onProgress: (share) => update(key, { share }),
      });
      if (actingAs() !== by) return;
      takePictures(find(key)?.isUnwanted ? await call(removePhoto, { id: answer.id }) : answer);
      forget(key);
    } catch (failure) {
      if (find(key)?.isUnwanted) forget(key);
      else update(key, { failure });
    }
  });
}

function forget(key: string): void {
  const upload = find(key);
  if (!upload) return;
  URL.revokeObjectURL(upload.preview);
  waiting.set(
    ALL,
    all().filter((one) => one !== upload),
  );
}
