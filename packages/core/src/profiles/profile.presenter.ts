import type {
  Photo,
  Profile,
  ProfileCard,
  ProfileField,
  PromptAnswer,
  PromptList,
  SiteSettings,
} from '@heartline/contracts';
import {
  isPhotoLocked,
  lastActiveBand,
  type PhotoViewer,
  sharedInterests,
  shownAge,
  sitePrompts,
} from '@heartline/domain';
import { photoAddress } from './photo-address.ts';
import type { PhotoRow, ProfileRow } from './profile.model.ts';

/** The viewer of a profile. */
export interface Viewer extends PhotoViewer {
  id: string;
  interests: readonly string[];
}

export interface Presenting {
  now: number;
  mediaSecret: string;
  settings: SiteSettings;
  /** Prompts of the site. */
  prompts: PromptList;
}

/** A profile in every list. Only the fields named here leave the server. */
export function presentCard(
  row: ProfileRow,
  viewer: Viewer,
  online: boolean,
  presenting: Presenting,
): ProfileCard {
  const { now, settings } = presenting;
  const shows = shownBy(settings);
  const [main] = row.photos;
  const picture = main && presentPhoto(main, 0, row._id, viewer, presenting);
  return {
    id: row._id,
    name: row.name,
    age: shownAge(row.dateOfBirth, now, settings.min_age),
    gender: row.gender,
    country: row.country,
    region: shows('region') ? row.region : '',
    city: shows('city') ? row.city : null,
    fictional: row.fictional,
    main_image: picture ? { filename: picture.filename, thumb_filename: picture.thumb_filename } : null,
    shared_interest: shows('interests')
      ? (sharedInterests(row.interests, viewer.interests)[0] ?? null)
      : null,
    // A fictional profile has no person behind it, so it is never online.
    online: online && !row.invisible && !row.fictional,
  };
}

/** The personal part of a profile, for any viewer; members also get the data to write to them. */
export type VisitorProfile = Omit<Profile, 'conversation' | 'message_credits'>;

/** A whole profile, as this viewer may see it. */
export function presentProfile(
  row: ProfileRow,
  viewer: Viewer,
  online: boolean,
  presenting: Presenting,
): VisitorProfile {
  const shows = shownBy(presenting.settings);
  const answer = <T>(field: ProfileField, value: T) => (shows(field) ? value : null);
  const interests = shows('interests') ? row.interests : [];
  return {
    ...presentCard(row, viewer, online, presenting),
    sexuality: answer('sexuality', row.sexuality),
    about: answer('about', row.about),
    prompts: shows('prompts') ? offeredAnswers(row, presenting) : [],
    language: row.language,
    // A fictional profile has no activity either, however recently it was made or changed.
    last_active: row.invisible || row.fictional ? null : lastActiveBand(row.lastActiveAt, presenting.now),
    hair_color: answer('hair_color', row.hairColor),
    eye_color: answer('eye_color', row.eyeColor),
    body_type: answer('body_type', row.bodyType),
    relationship_status: answer('relationship_status', row.relationshipStatus),
    tattoos: answer('tattoos', row.tattoos),
    reason: answer('reason', row.reason),
    height: answer('height', row.height ?? null),
    children: answer('children', row.children ?? null),
    smoking: answer('smoking', row.smoking ?? null),
    drinking: answer('drinking', row.drinking ?? null),
    religion: answer('religion', row.religion ?? null),
    interests,
    shared_interests: sharedInterests(interests, viewer.interests),
    pictures: presentPictures(row, viewer, presenting),
    verified: row.verifiedAt != null,
  };
}

/** The answers to prompts that the site still offers. */
function offeredAnswers({ prompts = [] }: ProfileRow, presenting: Presenting): PromptAnswer[] {
  const offered = sitePrompts(presenting.prompts);
  return prompts.filter(({ key }) => offered.has(key));
}

/** The fields of a profile that this site shows (`visible_profile_fields`). */
function shownBy({ visible_profile_fields: fields }: SiteSettings): (field: ProfileField) => boolean {
  return (field) => fields.includes(field);
}

function presentPictures(row: ProfileRow, viewer: Viewer, presenting: Presenting): Photo[] {
  const photos = shownBy(presenting.settings)('pictures') ? row.photos : row.photos.slice(0, 1);
  return photos.map((photo, position) => presentPhoto(photo, position, row._id, viewer, presenting));
}

/** A picture’s addresses, signed for the viewer; a locked picture has only its blurred form. */
export function presentPhoto(
  photo: PhotoRow,
  position: number,
  owner: string,
  viewer: Viewer,
  { now, mediaSecret, settings }: Presenting,
): Photo {
  const locked = isPhotoLocked(position, viewer, settings.free_visible_photos);
  const address = (size: 'large' | 'thumb') =>
    photoAddress({ viewer: viewer.id, owner, photo, size: locked ? 'blur' : size }, mediaSecret, now);
  return { id: photo.id, filename: address('large'), thumb_filename: address('thumb'), locked };
}
