/**
 * Values a member can choose for a profile, as they are stored and sent. The language catalogues have their labels.
 * Source: section 3 of the specification (S3-040 to S3-045).
 */
export const HAIR_COLORS = ['black', 'dark_brown', 'brown', 'blond', 'red', 'grey', 'white'] as const;
export const EYE_COLORS = ['brown', 'blue', 'green', 'hazel', 'grey'] as const;
export const BODY_TYPES = ['slim', 'athletic', 'average', 'curvy', 'full'] as const;
export const RELATIONSHIP_STATUSES = ['single', 'divorced', 'separated', 'widowed', 'open'] as const;
export const TATTOOS = ['none', 'one', 'some', 'many'] as const;
export const REASONS = ['chat', 'friends', 'dates', 'relationship', 'adventure'] as const;

/** Bounds of a height in centimetres. */
export const HEIGHT_MIN = 120;
export const HEIGHT_MAX = 230;
export const CHILDREN = ['have', 'have_want_more', 'want', 'not_sure', 'dont_want'] as const;
export const SMOKING = ['never', 'sometimes', 'daily', 'quitting'] as const;
export const DRINKING = ['never', 'rarely', 'socially', 'often'] as const;
export const RELIGIONS = [
  'none',
  'agnostic',
  'spiritual',
  'catholic',
  'protestant',
  'orthodox',
  'christian',
  'muslim',
  'jewish',
  'hindu',
  'buddhist',
  'sikh',
  'other',
] as const;

export type HairColor = (typeof HAIR_COLORS)[number];
export type EyeColor = (typeof EYE_COLORS)[number];
export type BodyType = (typeof BODY_TYPES)[number];
export type RelationshipStatus = (typeof RELATIONSHIP_STATUSES)[number];
export type Tattoos = (typeof TATTOOS)[number];
export type Reason = (typeof REASONS)[number];
export type Children = (typeof CHILDREN)[number];
export type Smoking = (typeof SMOKING)[number];
export type Drinking = (typeof DRINKING)[number];
export type Religion = (typeof RELIGIONS)[number];

/** The parts of a profile that a site may leave out (`visible_profile_fields`). Name, age and gender always show. */
export const PROFILE_FIELDS = [
  'sexuality',
  'country',
  'region',
  'city',
  'about',
  'prompts',
  'hair_color',
  'eye_color',
  'body_type',
  'relationship_status',
  'tattoos',
  'reason',
  'height',
  'children',
  'smoking',
  'drinking',
  'religion',
  'interests',
  'pictures',
] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

/** Special categories of personal data (GDPR, article 9): off until a site turns them on, and never stored before. */
export const OPT_IN_FIELDS: readonly ProfileField[] = ['religion'];

/** Most letters of "about me". */
export const ABOUT_LENGTH = 1_000;
/** Most letters of a city's name. */
export const CITY_LENGTH = 60;
/** Most interests of one profile: who likes everything says nothing. */
export const INTERESTS_LIMIT = 20;
/** Most bytes of one uploaded picture, and most pixels. */
export const PHOTO_BYTES = 12 * 1024 * 1024;
export const PHOTO_PIXELS = 50_000_000;
/** Narrowest side a picture may be cropped to, in pixels of its original: the width of a card. */
export const CROP_SIDE = 320;
