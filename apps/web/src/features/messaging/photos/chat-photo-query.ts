import { type ChatPhotoView, getChatPhotos } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/api.ts';
import { keys } from '../../../client/query.ts';

/** Photo URLs expire after 15 to 30 minutes. */
const FRESH_MS = 12 * 60_000;
/** Time in ms to batch requests for photos that come into view together. */
const GATHER_MS = 20;
const AT_ONCE = 50;

/** The photo as the member may see it now; null if it is gone or was never shared with them. */
export const chatPhotoQuery = (id: string) =>
  queryOptions({
    queryKey: keys.chatPhoto(id),
    queryFn: () => ask(id),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  });

interface Asked {
  resolve(view: ChatPhotoView | null): void;
  reject(error: unknown): void;
}

let waiting = new Map<string, Asked[]>();

function ask(id: string): Promise<ChatPhotoView | null> {
  return new Promise((resolve, reject) => {
    if (waiting.size === 0) setTimeout(() => void answer(), GATHER_MS);
    waiting.set(id, [...(waiting.get(id) ?? []), { resolve, reject }]);
  });
}

async function answer(): Promise<void> {
  const asked = [...waiting];
  waiting = new Map();
  for (let first = 0; first < asked.length; first += AT_ONCE) {
    const some = asked.slice(first, first + AT_ONCE);
    try {
      const { photos } = await call(getChatPhotos, { ids: some.map(([id]) => id).join(',') });
      const byId = new Map(photos.map((photo) => [photo.id, photo]));
      for (const [id, askers] of some) for (const one of askers) one.resolve(byId.get(id) ?? null);
    } catch (error) {
      for (const [, askers] of some) for (const one of askers) one.reject(error);
    }
  }
}
