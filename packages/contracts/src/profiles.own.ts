import * as z from 'zod/mini';
import { defineCall, defineJob } from './define.ts';
import { INTERESTS } from './profiles.interests.ts';
import { promptAnswer, promptAnswers } from './profiles.prompts.ts';
import { ABOUT_LENGTH, CITY_LENGTH, CROP_SIDE, INTERESTS_LIMIT } from './profiles.traits.ts';
import {
  bodyType,
  eyeColor,
  hairColor,
  mainImage,
  optionalFacts,
  reason,
  relationshipStatus,
  tattoos,
} from './profiles.ts';
import { country, day, gender, id, nothing, region, sexuality, text } from './shapes.ts';

/** Calls of the member on their own profile. They are open before the activation too, so sign-up can use them. */

const side = z.int().check(z.minimum(0), z.maximum(100_000));

/** A box in pixels of the upright original: left, top, width, height. */
export const cropBox = z.strictObject({
  /** Pixels from the left. */
  x: side,
  /** Pixels from the top. */
  y: side,
  width: z.int().check(z.minimum(CROP_SIDE), z.maximum(100_000)),
  height: z.int().check(z.minimum(CROP_SIDE), z.maximum(100_000)),
});
export type CropBox = z.infer<typeof cropBox>;

/** The box that is shown of a picture. One chosen in an earlier version may be smaller. */
export const shownBox = z.strictObject({
  ...cropBox.shape,
  /** Width in pixels. */
  width: side,
  /** Height in pixels. */
  height: side,
});

/** One of the member's own pictures. `original_filename` is the whole picture, which only its owner is ever given. */
export const ownPhoto = z.strictObject({
  /** Id of the picture. */
  id,
  filename: z.string(),
  thumb_filename: z.string(),
  /** Path of the whole picture. */
  original_filename: z.string(),
  crop: z.nullable(shownBox),
});
export type OwnPhoto = z.infer<typeof ownPhoto>;

/** The pictures in their order, the first being the profile image, and how many this member may have. */
export const ownPictures = z.strictObject({
  pictures: z.array(ownPhoto),
  /** The most pictures this member may have. */
  photo_limit: z.int(),
});
export type OwnPictures = z.infer<typeof ownPictures>;

/** The member's own profile, with what others never get: the date of birth. */
export const ownProfile = z.strictObject({
  /** Id of the member. */
  id,
  /** Display name. */
  name: z.string(),
  age: z.int(),
  date_of_birth: day,
  gender,
  sexuality,
  country,
  region: z.string(),
  city: z.nullable(z.string()),
  hair_color: z.nullable(hairColor),
  eye_color: z.nullable(eyeColor),
  body_type: z.nullable(bodyType),
  relationship_status: z.nullable(relationshipStatus),
  tattoos: z.nullable(tattoos),
  reason: z.nullable(reason),
  ...optionalFacts.shape,
  about: z.nullable(z.string()),
  /** Answered prompts in the member’s order. Others do not see those that the site no longer offers. */
  prompts: z.array(promptAnswer),
  interests: z.array(z.string()),
  main_image: mainImage,
  ...ownPictures.shape,
});
export type OwnProfile = z.infer<typeof ownProfile>;

/** Changes of a profile, each field by itself; null clears a field. Country and region change together. */
export const profileChange = z.strictObject({
  gender: z.optional(gender),
  sexuality: z.optional(sexuality),
  date_of_birth: z.optional(day),
  country: z.optional(country),
  region: z.optional(region),
  city: z.optional(z.nullable(text(CITY_LENGTH))),
  hair_color: z.optional(z.nullable(hairColor)),
  eye_color: z.optional(z.nullable(eyeColor)),
  body_type: z.optional(z.nullable(bodyType)),
  relationship_status: z.optional(z.nullable(relationshipStatus)),
  tattoos: z.optional(z.nullable(tattoos)),
  reason: z.optional(z.nullable(reason)),
  ...z.partial(optionalFacts).shape,
  about: z.optional(z.nullable(text(ABOUT_LENGTH))),
  /** All answered prompts, in the order wanted. */
  prompts: z.optional(promptAnswers),
  interests: z.optional(z.array(z.enum(INTERESTS)).check(z.maxLength(INTERESTS_LIMIT))),
});
export type ProfileChange = z.infer<typeof profileChange>;

export const getOwnProfile = defineCall({
  name: 'getOwnProfile',
  feature: 'profiles',
  summary: 'The caller’s own profile, with every field and picture.',
  access: 'signed-in',
  method: 'GET',
  path: '/api/profile.php',
  input: nothing,
  output: z.strictObject({
    /** The caller’s profile. */
    profile: ownProfile,
  }),
  refusals: [],
  limit: 'read',
});

export const updateProfile = defineCall({
  name: 'updateProfile',
  feature: 'profiles',
  summary: 'Changes the fields that are given and leaves the others. Field errors say what to change.',
  access: 'signed-in',
  method: 'PUT',
  path: '/api/profile.php',
  input: z.strictObject({
    ...profileChange.shape,
    /** Today in the member’s own calendar, by which a date of birth is counted; the server bounds it to ±1 day. */
    today: z.optional(day),
  }),
  output: z.strictObject({
    /** The caller’s profile after the change. */
    profile: ownProfile,
  }),
  refusals: ['VALIDATION_FAILED'],
  limit: 'write',
});

export const uploadPhoto = defineCall({
  name: 'uploadPhoto',
  feature: 'profiles',
  summary:
    'Adds a picture: the body is its bytes, the key (a UUID) in the query makes a repeat safe. It is decoded and drawn anew, so nothing a camera wrote into it is kept.',
  access: 'signed-in',
  method: 'POST',
  path: '/api/photo.php',
  body: 'picture',
  input: z.strictObject({
    /** A UUID made once for this upload: a repetition gets the same answer. */
    key: z
      .string()
      .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)),
  }),
  output: z.strictObject({
    /** Id of the picture that was added. */
    id,
    ...ownPictures.shape,
  }),
  refusals: [
    'PHOTO_LIMIT',
    'PHOTO_LIMIT_FREE',
    'PHOTO_UNREADABLE',
    'PHOTO_TOO_LARGE',
    'PHOTO_TOO_SMALL',
    'PHOTO_TOO_NARROW',
    'KEY_REUSED',
  ],
  limit: 'upload',
});

export const cropPhoto = defineCall({
  name: 'cropPhoto',
  feature: 'profiles',
  summary:
    'Cuts a picture anew from its original; a crop of null shows all of it. Repeating changes nothing.',
  access: 'signed-in',
  method: 'PUT',
  path: '/api/photo.php',
  input: z.strictObject({
    /** Id of the picture. */
    id,
    crop: z.nullable(cropBox),
  }),
  output: ownPictures,
  refusals: ['NOT_FOUND', 'VALIDATION_FAILED', 'PHOTO_UNREADABLE'],
  limit: 'upload',
});

export const removePhoto = defineCall({
  name: 'removePhoto',
  feature: 'profiles',
  summary:
    'Takes a picture off the profile at once; it can be put back for a few minutes, then its files are gone.',
  access: 'signed-in',
  method: 'DELETE',
  path: '/api/photo.php',
  input: z.strictObject({
    /** Id of the picture. */
    id,
  }),
  output: ownPictures,
  refusals: [],
  limit: 'write',
});

export const restorePhoto = defineCall({
  name: 'restorePhoto',
  feature: 'profiles',
  summary: 'Puts back a picture that was just removed, where it was.',
  access: 'signed-in',
  method: 'POST',
  path: '/api/photo.php',
  when: { restore: '1' },
  input: z.strictObject({
    /** Id of the picture. */
    id,
  }),
  output: ownPictures,
  refusals: ['NOT_FOUND', 'PHOTO_LIMIT', 'PHOTO_LIMIT_FREE'],
  limit: 'write',
});

export const orderPhotos = defineCall({
  name: 'orderPhotos',
  feature: 'profiles',
  summary:
    'Puts the pictures in this order; those not named follow as they were. The first is the profile image.',
  access: 'signed-in',
  method: 'PUT',
  path: '/api/photos.php',
  input: z.strictObject({
    /** Ids of pictures in the order wanted. */
    order: z.array(id).check(z.maxLength(100)),
  }),
  output: ownPictures,
  refusals: ['VALIDATION_FAILED'],
  limit: 'write',
});

export const chooseMainPhoto = defineCall({
  name: 'chooseMainPhoto',
  feature: 'profiles',
  summary: 'Makes a picture the profile image; the others keep their order.',
  access: 'signed-in',
  method: 'PUT',
  path: '/api/photos.php',
  when: { main: '1' },
  input: z.strictObject({
    /** Id of the picture. */
    id,
  }),
  output: ownPictures,
  refusals: ['NOT_FOUND'],
  limit: 'write',
});

export const getInterests = defineCall({
  name: 'getInterests',
  feature: 'profiles',
  summary: 'The interests a member can choose from, as keys; their words are in the language catalogs.',
  access: 'public',
  method: 'GET',
  path: '/api/interests.php',
  input: nothing,
  output: z.strictObject({ interests: z.array(z.enum(INTERESTS)) }),
  refusals: [],
  limit: 'read',
});

/** A number of degrees as written in a query: at most 12 decimals, no exponent. */
function degrees(most: number) {
  return z.pipe(
    z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,12})?$/)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(-most), z.maximum(most))),
  );
}

/** The place of a point, as coarse as profiles are; never the point itself. */
export const geocodeResult = z.strictObject({
  country,
  region,
  /** The nearest city. */
  city: z.string(),
});
export type GeocodeResult = z.infer<typeof geocodeResult>;

export const geocode = defineCall({
  name: 'geocode',
  feature: 'profiles',
  summary:
    'The city, region and country of a point, from a bundled list of places. The point is neither logged nor stored.',
  access: 'public',
  method: 'GET',
  path: '/api/geocode.php',
  input: z.strictObject({
    /** Latitude in degrees. */
    lat: degrees(90),
    /** Longitude in degrees. */
    lon: degrees(180),
  }),
  output: z.strictObject({
    /** The place of the point. */
    geocode: geocodeResult,
  }),
  refusals: ['NOT_FOUND'],
  limit: 'geocode',
});

export const sweepPhotos = defineJob({
  name: 'sweep-photos',
  feature: 'profiles',
  summary:
    'Removes the files of pictures that no profile holds any more, and pictures of reports that came to no case.',
  queue: 'timers',
  data: z.strictObject({}),
});
