import type { OwnPhoto, OwnPictures, OwnProfile } from '@heartline/contracts';
import { photoLimit, shownAge } from '@heartline/domain';
import { viewerOf } from './get-cards.ts';
import { photoAddress } from './photo-address.ts';
import type { PhotoRow, ProfileRow } from './profile.model.ts';
import type { Presenting } from './profile.presenter.ts';
import type { ProfilesContext } from './profiles-context.ts';

/** A member's own row, uncached: a member must see their own change. */
export async function readOwnRow(context: ProfilesContext, member: string): Promise<ProfileRow> {
  const row = await context.collection.findOne({ _id: member });
  if (!row) throw new Error(`member ${member} has no profile`);
  return row;
}

/** The member's own profile, whole. */
export async function getOwnProfile(context: ProfilesContext, member: string): Promise<OwnProfile> {
  const [row, eyes] = await Promise.all([readOwnRow(context, member), viewerOf(context, member)]);
  const { now, settings } = eyes.presenting;
  const pictures = presentPictures(row, eyes);
  const [main] = pictures.pictures;
  return {
    id: row._id,
    name: row.name,
    age: shownAge(row.dateOfBirth, now, settings.min_age),
    date_of_birth: row.dateOfBirth,
    gender: row.gender,
    sexuality: row.sexuality,
    country: row.country,
    region: row.region,
    city: row.city,
    hair_color: row.hairColor,
    eye_color: row.eyeColor,
    body_type: row.bodyType,
    relationship_status: row.relationshipStatus,
    tattoos: row.tattoos,
    reason: row.reason,
    height: row.height ?? null,
    children: row.children ?? null,
    smoking: row.smoking ?? null,
    drinking: row.drinking ?? null,
    religion: row.religion ?? null,
    about: row.about,
    prompts: row.prompts ?? [],
    interests: row.interests,
    main_image: main ? { filename: main.filename, thumb_filename: main.thumb_filename } : null,
    ...pictures,
  };
}

/** The pictures of a row as their owner sees them. */
export async function ownPictures(context: ProfilesContext, row: ProfileRow): Promise<OwnPictures> {
  return presentPictures(row, await viewerOf(context, row._id));
}

function presentPictures(
  row: ProfileRow,
  { viewer, presenting }: Awaited<ReturnType<typeof viewerOf>>,
): OwnPictures {
  return {
    pictures: row.photos.map((photo) => presentOwnPhoto(photo, row._id, presenting)),
    photo_limit: photoLimit(viewer.premium, presenting.settings),
  };
}

function presentOwnPhoto(photo: PhotoRow, owner: string, { mediaSecret, now }: Presenting): OwnPhoto {
  const address = (size: 'large' | 'thumb' | 'original') =>
    photoAddress({ viewer: owner, owner, photo, size }, mediaSecret, now);
  return {
    id: photo.id,
    filename: address('large'),
    thumb_filename: address('thumb'),
    original_filename: address('original'),
    crop: photo.crop ?? null,
  };
}
