import type { ProfilesContext } from './profiles-context.ts';

/**
 * Removes a member's profile and every file of their pictures. Safe to repeat and to interrupt: the row goes
 * last, since it names pictures that have no file row.
 */
export async function eraseProfile(context: ProfilesContext, member: string): Promise<void> {
  const row = await context.collection.findOne({ _id: member });
  const files = await context.files.find({ member }).toArray();
  const named = [...(row?.photos ?? []), ...(row?.removedPhotos ?? [])].map(({ key }) => key);
  const stored = files.map(({ _id }) => _id);
  for (const key of new Set([...named, ...stored])) await context.storage.removePicture(key);
  await context.files.deleteMany({ member });
  await context.collection.deleteMany({ _id: member });
  context.profiles.drop(member);
}
