import type { PersonalData } from '../accounts/index.ts';
import type { ProfilesContext } from './profiles-context.ts';

/** The profile and its pictures. All of it goes; pictures before the row, so that a cut off erasure finds them again. */
export function profilesData({ collection, profiles, storage }: ProfilesContext): PersonalData {
  return {
    async erase(member) {
      const row = await collection.findOne({ _id: member });
      for (const { key } of row?.photos ?? []) await storage.removePicture(key);
      await collection.deleteOne({ _id: member });
      profiles.drop(member);
    },
    async count(member) {
      const row = await collection.findOne({ _id: member });
      return 1 + (row?.photos.length ?? 0);
    },
    async *gather(member) {
      const row = await collection.findOne({ _id: member });
      if (!row) return;
      const { _id, site, nameKey, shuffle, listed, photos, ...facts } = row;
      const names = photos.map((_photo, index) => `${String(index + 1).padStart(2, '0')}`);
      yield {
        kind: 'data',
        name: 'profile',
        title: 'profile',
        data: { ...facts, photos: names.map((name) => `photos/${name}.webp`) },
      };
      for (const [index, { key }] of photos.entries()) {
        const bytes = await storage.readPicture(key, 'large');
        if (bytes) yield { kind: 'picture', name: names[index] ?? '', bytes };
      }
    },
  };
}
