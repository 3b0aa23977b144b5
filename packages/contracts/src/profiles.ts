import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { promptAnswer } from './profiles.prompts.ts';
import {
  BODY_TYPES,
  CHILDREN,
  DRINKING,
  EYE_COLORS,
  HAIR_COLORS,
  HEIGHT_MAX,
  HEIGHT_MIN,
  REASONS,
  RELATIONSHIP_STATUSES,
  RELIGIONS,
  SMOKING,
  TATTOOS,
} from './profiles.traits.ts';
import { at, country, gender, id, sexuality } from './shapes.ts';

/** Colour of the hair; null where it was not said. */
export const hairColor = z.enum(HAIR_COLORS);
/** Colour of the eyes; null where it was not said. */
export const eyeColor = z.enum(EYE_COLORS);
/** Build; null where it was not said. */
export const bodyType = z.enum(BODY_TYPES);
/** Relationship; null where it was not said. */
export const relationshipStatus = z.enum(RELATIONSHIP_STATUSES);
/** The number of tattoos; null if the member left it out. */
export const tattoos = z.enum(TATTOOS);
/** The purpose of the member; null if they left it out. */
export const reason = z.enum(REASONS);

/** Height in centimetres; null if it was not said. */
export const height = z.int().check(z.minimum(HEIGHT_MIN), z.maximum(HEIGHT_MAX));
/** Children the member has or wants; null if it was not said. */
export const children = z.enum(CHILDREN);
/** Smoking habit of the member; null if it was not said. */
export const smoking = z.enum(SMOKING);
/** Drinking habit of the member; null if it was not said. */
export const drinking = z.enum(DRINKING);
/** Religion; null if it was not said, or if the site does not ask. */
export const religion = z.enum(RELIGIONS);

/** The optional facts, each null if it was not said or the site does not show it. */
export const optionalFacts = z.strictObject({
  /** Height in centimetres. */
  height: z.nullable(height),
  /** Children the member has or wants. */
  children: z.nullable(children),
  /** Smoking habit of the member. */
  smoking: z.nullable(smoking),
  /** Drinking habit of the member. */
  drinking: z.nullable(drinking),
  /** Religion of the member. */
  religion: z.nullable(religion),
});

/** One picture of a profile. A locked one is a server-blurred image and nothing else ever leaves. */
export const photo = z.strictObject({
  /** Id of the picture. */
  id,
  filename: z.string(),
  thumb_filename: z.string(),
  /** True if only a blurred picture is given out, to a member without Premium. */
  locked: z.boolean(),
});
export type Photo = z.infer<typeof photo>;

/** The profile image; null without one. */
export const mainImage = z.nullable(z.strictObject({ filename: z.string(), thumb_filename: z.string() }));

/** The last activity in bands, which reveal no exact time. */
export const lastActiveBand = z.enum(['today', 'week', 'month', 'longer']);

/**
 * The person on every surface: cards, likes, chats, matches. The server sets `fictional`, so no surface can forget the
 * label. `GET /api/likes.php` is the only source for the viewer’s likes.
 */
export const profileCard = z.strictObject({
  /** Id of the person. */
  id,
  /** Display name. */
  name: z.string(),
  age: z.int(),
  gender,
  country,
  region: z.string(),
  city: z.nullable(z.string()),
  fictional: z.boolean(),
  main_image: mainImage,
  /** An interest that the caller has too, or null. */
  shared_interest: z.nullable(z.string()),
  online: z.boolean(),
});
export type ProfileCard = z.infer<typeof profileCard>;

/** A profile as the caller may see it. */
export const profile = z.strictObject({
  ...profileCard.shape,
  sexuality: z.nullable(sexuality),
  about: z.nullable(z.string()),
  /** Answered prompts in the member’s order; only those that the site still offers. */
  prompts: z.array(promptAnswer),
  language: z.string(),
  /** The last activity in bands; null if it is hidden. */
  last_active: z.nullable(lastActiveBand),
  hair_color: z.nullable(hairColor),
  eye_color: z.nullable(eyeColor),
  body_type: z.nullable(bodyType),
  relationship_status: z.nullable(relationshipStatus),
  tattoos: z.nullable(tattoos),
  reason: z.nullable(reason),
  ...optionalFacts.shape,
  interests: z.array(z.string()),
  /** Interests that the caller has too. */
  shared_interests: z.array(z.string()),
  pictures: z.array(photo),
  /** An operator made sure who this is. */
  verified: z.boolean(),
  /** The conversation with this person, whether or not it was begun. */
  conversation: id,
  /** The price of the next message to this person, in credits. */
  message_credits: z.int(),
});
export type Profile = z.infer<typeof profile>;

export const getProfile = defineCall({
  name: 'getProfile',
  feature: 'profiles',
  summary: 'One member’s profile, as the caller may see it. Opening it clears its new-like flag.',
  access: 'member',
  method: 'GET',
  path: '/api/member.php',
  // Beside something else it is not opened: a new like stays new.
  input: z.strictObject({
    /** Id of the member. */
    id,
    /** Set where the profile is shown beside other content. It does not count as opened, so a new like stays new. */
    beside: z.optional(z.enum(['chat', 'report', 'deck'])),
  }),
  output: z.strictObject({
    /** The profile. */
    profile,
    /** When the profile was read from the store. */
    readAt: at,
  }),
  refusals: ['NOT_FOUND', 'BLOCKED_BY', 'BLOCKED_BY_YOU'],
  limit: 'read',
});
