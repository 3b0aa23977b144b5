import {
  boundsFault,
  boundsRefusal,
  type CallContract,
  ERROR_STATUS,
  type OutputOf,
  PHOTO_BOUNDS,
  type PhotoBounds,
  type Refusal,
  uploadPhoto,
} from '@heartline/contracts';
import { ApiError, answered, callHeaders, TIMEOUT_MS } from '../client/api.ts';

export interface UploadOptions {
  /** The idempotency key. */
  key: string;
  signal: AbortSignal;
  /** Called with the sent share, from 0 to 1. */
  onProgress: (share: number) => void;
  /** The member it belongs to, however late it is sent; undefined for a visitor. */
  by: string | undefined;
}

/** Size and quality of an encoded picture: its long side in pixels, and a quality up to 1. */
interface Drawing {
  side: number;
  quality: number;
}

/** Larger pictures are scaled down here, so that a phone's picture uploads in a moment and not in a minute. */
const LARGEST: Drawing = { side: 2_560, quality: 0.9 };
const SMALL_BYTES = 1_500_000;
/**
 * The formats that the server reads. Others that this browser can read, such as a phone's HEIC, are re-encoded here.
 */
const READ_THERE = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);
/**
 * For a connection that was too slow before. The last is at most 150 kB, and usually half of that: 50 kbit/s carry it
 * before the server's timeout.
 */
const FOR_SLOW_LINES: readonly Drawing[] = [
  { side: 1_280, quality: 0.7 },
  { side: 800, quality: 0.5 },
];

/**
 * Sends a picture to the member's profile, with progress. On a slow connection it is sent smaller, and then at the
 * smallest size.
 * @throws {ApiError} on every refusal; `AbortError` when it was cancelled.
 */
export async function uploadPicture(
  file: Blob,
  options: UploadOptions,
): Promise<OutputOf<typeof uploadPhoto>> {
  const first = await smallerPicture(file);
  const refusal = await pictureRefusal(first, PHOTO_BOUNDS.profile);
  if (refusal) throw new ApiError(ERROR_STATUS[refusal.code], { message: refusal.code, ...refusal });
  for (let lateTries = 0; ; lateTries += 1) {
    const begunAt = performance.now();
    try {
      const picture = await pictureAfter(lateTries, first, PHOTO_BOUNDS.profile);
      return await sendPicture(uploadPhoto, picture, options);
    } catch (error) {
      const isLate = error instanceof ApiError && isTooSlow(error, performance.now() - begunAt);
      if (!isLate || lateTries === FOR_SLOW_LINES.length) throw error;
    }
  }
}

/** Half of the 40 s that the server waits for a picture. An earlier failure is not due to the size. */
const LATE_MS = 20_000;

/** True when an attempt was cut off for its duration: the picture was not refused, and the connection was not dead. */
export function isTooSlow({ status }: ApiError, tookMs: number): boolean {
  return (status === 0 || status >= 500) && tookMs >= LATE_MS && tookMs < TIMEOUT_MS;
}

/**
 * Sends a picture unchanged to a call that takes one, with progress.
 * @throws {ApiError} on every refusal; `AbortError` when it was cancelled.
 */
export async function sendPicture<C extends CallContract>(
  contract: C,
  blob: Blob,
  { key, signal, onProgress, by }: UploadOptions,
): Promise<OutputOf<C>> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => {
      reject(new ApiError(0, { code: 'UNAVAILABLE' }));
      request.abort();
    };
    // Not sooner: data a browser reports as sent may still be on the device, and the server drops a slow upload after
    // 45 s.
    let stalling = setTimeout(fail, TIMEOUT_MS);
    request.open(contract.method, `${contract.path}?${new URLSearchParams({ key })}`);
    for (const [name, value] of Object.entries(callHeaders(contract, by)))
      request.setRequestHeader(name, value);
    request.setRequestHeader(
      'Content-Type',
      blob.type.startsWith('image/') ? blob.type : 'application/octet-stream',
    );
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(stalling);
      stalling = setTimeout(fail, TIMEOUT_MS);
      onProgress(total > 0 ? loaded / total : 0);
    };
    // Progress events are infrequent; the end of the upload is reported at once.
    request.upload.onload = () => onProgress(1);
    request.onload = () => {
      try {
        resolve(answered(contract, request.status, readJson(request.responseText), by) as OutputOf<C>);
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = fail;
    request.onabort = () => reject(signal.reason as Error);
    request.onloadend = () => clearTimeout(stalling);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(blob);
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The picture for the first attempt. A format this browser can't read is sent unchanged: the server decides. */
export async function smallerPicture(file: Blob): Promise<Blob> {
  return file.size > SMALL_BYTES || !READ_THERE.has(file.type) ? drawn(file, LARGEST) : file;
}

/**
 * The picture after this many attempts on a connection that was too slow: smaller each time, but never too small to be
 * accepted.
 */
export async function pictureAfter(lateTries: number, file: Blob, bounds: PhotoBounds): Promise<Blob> {
  const drawing = FOR_SLOW_LINES[Math.min(lateTries, FOR_SLOW_LINES.length) - 1];
  return drawing ? drawn(file, drawing, bounds) : file;
}

/** The reason why a picture may not be sent. A format this browser can't read may be one the server can. */
async function pictureRefusal(file: Blob, bounds: PhotoBounds): Promise<Refusal | undefined> {
  try {
    return await boundsRefusalOf(file, bounds);
  } catch {
    return undefined;
  }
}

/** The reason why a picture may not be sent or can't be shown: the preview of one that can't be would be broken. */
export async function previewRefusal(file: Blob, bounds: PhotoBounds): Promise<Refusal | undefined> {
  try {
    return await boundsRefusalOf(file, bounds);
  } catch {
    return (await isShown(file)) ? undefined : { code: 'PHOTO_UNREADABLE' };
  }
}

/** Throws if this browser can't read the picture as pixels. */
async function boundsRefusalOf(file: Blob, bounds: PhotoBounds): Promise<Refusal | undefined> {
  const bitmap = await createImageBitmap(file);
  const fault = boundsFault(bitmap, bounds);
  bitmap.close();
  return fault && boundsRefusal(fault, bounds);
}

/** True if this browser shows the picture. Some show formats that they don't read as pixels, such as drawings. */
async function isShown(file: Blob): Promise<boolean> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  return image
    .decode()
    .then(
      () => true,
      () => false,
    )
    .finally(() => URL.revokeObjectURL(image.src));
}

async function drawn(file: Blob, { side, quality }: Drawing, bounds?: PhotoBounds): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    const least = (bounds?.leastSide ?? 0) / Math.min(width, height);
    const scale = Math.min(1, Math.max(least, side / Math.max(width, height)));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const pen = canvas.getContext('2d');
    if (!pen) return file;
    // A JPEG has no transparency: transparent pixels would become black.
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    return made && (made.size < file.size || !READ_THERE.has(file.type)) ? made : file;
  } catch {
    return file;
  }
}
