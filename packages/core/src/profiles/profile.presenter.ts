import type { Photo, Profile, ProfileCard, SiteSettings } from '@heartline/contracts';
import {
  ageOn,
  dayOf,
  isPhotoLocked,
  lastActiveBand,
  messagePrice,
  type PhotoViewer,
  sharedInterests,
} from '@heartline/domain';
import { photoAddress } from './photo-address.ts';
import type { PhotoRow, ProfileRow } from './profile.model.ts';

/** From whose eyes a profile is shown. */
export interface Viewer extends PhotoViewer {
  id: string;
  interests: readonly string[];
}

export interface Presenting {
  now: number;
  mediaSecret: string;
  settings: SiteSettings;
}

/** A profile as every list shows it. Only what is named here leaves the server. */
export function presentCard(
  row: ProfileRow,
  viewer: Viewer,
  online: boolean,
  { now, mediaSecret, settings }: Presenting,
): ProfileCard {
  const [main] = row.photos;
  const picture = main && presentPhoto(main, 0, row._id, viewer, { now, mediaSecret, settings });
  return {
    id: row._id,
    name: row.name,
    age: ageOn(row.dateOfBirth, dayOf(now)),
    gender: row.gender,
    country: row.country,
    region: row.region,
    city: row.city,
    fictional: row.fictional,
    main_image: picture ? { filename: picture.filename, thumb_filename: picture.thumb_filename } : null,
    shared_interest: sharedInterests(row.interests, viewer.interests)[0] ?? null,
    online: online && !row.invisible,
  };
}

/** A whole profile, as this viewer may see it. */
export function presentProfile(
  row: ProfileRow,
  viewer: Viewer,
  about: { online: boolean; conversation: string },
  presenting: Presenting,
): Profile {
  return {
    ...presentCard(row, viewer, about.online, presenting),
    sexuality: row.sexuality,
    about: row.about,
    language: row.language,
    last_active: row.invisible ? null : lastActiveBand(row.lastActiveAt, presenting.now),
    hair_color: row.hairColor,
    eye_color: row.eyeColor,
    body_type: row.bodyType,
    relationship_status: row.relationshipStatus,
    tattoos: row.tattoos,
    reason: row.reason,
    interests: row.interests,
    shared_interests: sharedInterests(row.interests, viewer.interests),
    pictures: row.photos.map((photo, position) => presentPhoto(photo, position, row._id, viewer, presenting)),
    conversation: about.conversation,
    message_credits: messagePrice(presenting.settings, row),
  };
}

/** A picture’s addresses, signed for the viewer; of a locked one only the blurred form is ever named. */
export function presentPhoto(
  photo: PhotoRow,
  position: number,
  owner: string,
  viewer: Viewer,
  { now, mediaSecret, settings }: Presenting,
): Photo {
  const locked = isPhotoLocked(position, viewer, settings.free_visible_photos);
  const address = (size: 'large' | 'thumb') =>
    photoAddress(
      { viewer: viewer.id, owner, photo: photo.id, size: locked ? 'blur' : size },
      mediaSecret,
      now,
    );
  return { id: photo.id, filename: address('large'), thumb_filename: address('thumb'), locked };
}
