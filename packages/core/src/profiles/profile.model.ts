import type {
  BodyType,
  Children,
  CropBox,
  Drinking,
  EyeColor,
  Gender,
  HairColor,
  PromptAnswer,
  Reason,
  RelationshipStatus,
  Religion,
  Sexuality,
  Smoking,
  Tattoos,
} from '@heartline/contracts';
import type { Mongo } from '@heartline/platform';

/** One picture: `id` is its public name, `key` its storage key; a crop has a key of its own. */
export interface PhotoRow {
  id: string;
  key: string;
  crop?: CropBox | null;
}

/** A picture that was removed from the profile and can still be restored. */
export interface RemovedPhotoRow extends PhotoRow {
  position: number;
  removedAt: number;
}

/**
 * All files of one stored picture; `_id` is its key. The row is written before the files and is unheld until
 * a profile holds it, so that leftovers of a crash are found and removed.
 */
export interface PhotoFileRow {
  _id: string;
  member: string;
  /** Since when no profile holds it; null while one does. */
  looseAt: number | null;
}

/** A member's profile for other members. `_id` is the member; the first photo is the main one. */
export interface ProfileRow {
  _id: string;
  site: string;
  name: string;
  nameKey: string;
  gender: Gender;
  sexuality: Sexuality;
  /** `YYYY-MM-DD`; only the age leaves the server. */
  dateOfBirth: string;
  country: string;
  region: string;
  city: string | null;
  fictional: boolean;
  status: 'not_confirmed' | 'active' | 'disabled' | 'deleted';
  invisible: boolean;
  about: string | null;
  /** Answered prompts in the member's order; absent until the first answer. */
  prompts?: PromptAnswer[];
  language: string;
  interests: string[];
  hairColor: HairColor | null;
  eyeColor: EyeColor | null;
  bodyType: BodyType | null;
  relationshipStatus: RelationshipStatus | null;
  tattoos: Tattoos | null;
  reason: Reason | null;
  /** Optional facts, the height in centimetres; absent until given. */
  height?: number | null;
  children?: Children | null;
  smoking?: Smoking | null;
  drinking?: Drinking | null;
  religion?: Religion | null;
  photos: PhotoRow[];
  removedPhotos?: RemovedPhotoRow[];
  /** Revision of the pictures for compare-and-swap: a change names the revision it read. */
  photosRev?: number;
  lastActiveAt: number;
  createdAt: number;
  /** When a searchable field was last written; searches follow it. Every such write sets it. */
  changedAt: number;
  /**
   * A random position from 0 to 1 in the search index, so that the order of results reveals nothing about
   * anyone.
   */
  shuffle: number;
  /**
   * The site, while search may show this profile: active and not invisible; null otherwise. Search reads one
   * index that starts with it, so hidden profiles cost it nothing. Written only by `listedIn`.
   */
  listed: string | null;
  /** False: accepts first messages only from people the member likes. */
  takesOpeners?: boolean;
  /** When an operator verified the person. */
  verifiedAt?: number | null;
}

/** The value of `listed` for a profile in this state. */
export function listedIn(profile: Pick<ProfileRow, 'site' | 'status' | 'invisible'>): string | null {
  return profile.status === 'active' && !profile.invisible ? profile.site : null;
}

export function profileCollection({ connection }: Mongo) {
  return connection.collection<ProfileRow>('profiles');
}

export function photoFileCollection({ connection }: Mongo) {
  return connection.collection<PhotoFileRow>('photo_files');
}

export type PhotoFileCollection = ReturnType<typeof photoFileCollection>;
export type ProfileCollection = ReturnType<typeof profileCollection>;
