import type {
  BodyType,
  EyeColor,
  Gender,
  HairColor,
  Reason,
  RelationshipStatus,
  Sexuality,
  Tattoos,
} from '@heartline/contracts';
import type { Mongo } from '@heartline/platform';

/** One picture: `id` names it to people, `key` is where it is stored. */
export interface PhotoRow {
  id: string;
  key: string;
}

/** What others may see of a member. `_id` is the member; the first photo is the main one. */
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
  language: string;
  interests: string[];
  hairColor: HairColor | null;
  eyeColor: EyeColor | null;
  bodyType: BodyType | null;
  relationshipStatus: RelationshipStatus | null;
  tattoos: Tattoos | null;
  reason: Reason | null;
  photos: PhotoRow[];
  lastActiveAt: number;
  createdAt: number;
  /** A random place from 0 to 1 on the ring that search walks, so that order says nothing about anyone. */
  shuffle: number;
  /**
   * The site, while search may show this profile: active and not invisible; null otherwise. Search reads one index
   * that starts with it, so hidden profiles cost it nothing. Written only by `listedIn`.
   */
  listed: string | null;
}

/** The value of `listed` for a profile in this state. */
export function listedIn(profile: Pick<ProfileRow, 'site' | 'status' | 'invisible'>): string | null {
  return profile.status === 'active' && !profile.invisible ? profile.site : null;
}

export function profileCollection({ connection }: Mongo) {
  return connection.collection<ProfileRow>('profiles');
}

export type ProfileCollection = ReturnType<typeof profileCollection>;
