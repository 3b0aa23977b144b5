import * as z from 'zod/mini';
import { defineCall, defineOutbound } from './define.ts';
import { conversationId, done, id, seq } from './shapes.ts';
import { version } from './version.ts';

/**
 * Photos in a chat: uploaded first, unpaid, as a draft that expires; then sent by a paid message that names it. The
 * recipient gets a picture blurred on the server until they accept it.
 */

/** A photo as its message names it: how large it is, so that its place is kept before it is there. */
export const chatPhoto = z.strictObject({
  /** Id of the photo, to send it and to ask how it may be seen. */
  id,
  width: z.int(),
  height: z.int(),
});
export type ChatPhoto = z.infer<typeof chatPhoto>;

/** The view of one photo for the caller. While `covered`, the server gives out the blurred picture only. */
export const chatPhotoView = z.strictObject({
  id,
  /** True if `filename` is the blurred picture. */
  covered: z.boolean(),
  /** Photos of this sender are shown without asking. */
  always: z.boolean(),
  filename: z.string(),
});
export type ChatPhotoView = z.infer<typeof chatPhotoView>;

export const uploadChatPhoto = defineCall({
  name: 'uploadChatPhoto',
  feature: 'messaging',
  summary:
    'Takes a photo in that a message will name: the body is its bytes, the key (a UUID) in the query makes a repeat safe. It costs nothing, is drawn anew without anything a camera wrote into it, and is gone after an hour unless it is sent.',
  access: 'member',
  method: 'POST',
  path: '/api/chat-photo.php',
  body: 'picture',
  input: z.strictObject({
    /** A UUID made once for this upload: a repetition gets the same answer. */
    key: z
      .string()
      .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)),
  }),
  output: chatPhoto,
  refusals: [
    'PHOTO_DRAFTS',
    'PHOTO_UNREADABLE',
    'PHOTO_TOO_LARGE',
    'PHOTO_TOO_SMALL',
    'PHOTO_TOO_NARROW',
    'UNAVAILABLE',
  ],
  limit: 'upload',
});

export const discardChatPhoto = defineCall({
  name: 'discardChatPhoto',
  feature: 'messaging',
  summary:
    'Throws a photo away that was uploaded and not sent. One that was sent stays; repeating changes nothing.',
  access: 'member',
  method: 'DELETE',
  path: '/api/chat-photo.php',
  when: { draft: '1' },
  input: z.strictObject({ photo: id }),
  output: done,
  refusals: [],
  limit: 'write',
});

/** Ids of photos in a query, with commas. */
const ids = z.pipe(
  z.string().check(z.regex(/^[0-9a-f]{24}(,[0-9a-f]{24}){0,49}$/)),
  z.pipe(
    z.transform((given: string) => given.split(',')),
    z.array(id).check(z.maxLength(50)),
  ),
);

export const getChatPhotos = defineCall({
  name: 'getChatPhotos',
  feature: 'messaging',
  summary:
    'How the caller may see these photos now, with addresses that work for them alone and not for long. Those that are gone, or never were theirs, are left out.',
  access: 'member',
  method: 'GET',
  path: '/api/chat-photos.php',
  input: z.strictObject({
    /** Ids of photos, at most 50, with commas between them. */
    ids,
  }),
  output: z.strictObject({
    /** The view of each photo. */
    photos: z.array(chatPhotoView),
  }),
  refusals: [],
  limit: 'read',
});

export const acceptChatPhoto = defineCall({
  name: 'acceptChatPhoto',
  feature: 'messaging',
  summary:
    'Uncovers a photo the caller was sent. `always` also says how photos of its sender are shown from now on: without asking, or covered again.',
  access: 'member',
  method: 'PUT',
  path: '/api/chat-photo.php',
  input: z.strictObject({
    photo: id,
    /** True if later photos of this sender are shown without asking. */
    always: z.optional(z.boolean()),
  }),
  output: chatPhotoView,
  refusals: ['NOT_FOUND'],
  limit: 'write',
});

export const recallChatPhoto = defineCall({
  name: 'recallChatPhoto',
  feature: 'messaging',
  summary:
    'Takes a sent photo back: its bytes are deleted and the message says so. Its credits come back only where an unsend gives them back: while nobody has read it; the answer says which (`returned`).',
  access: 'member',
  method: 'DELETE',
  path: '/api/chat-photo.php',
  input: z.strictObject({
    conversation: conversationId,
    /** Row of the photo. */
    seq,
  }),
  output: z.strictObject({
    /** True if its credits came back. */
    returned: z.boolean(),
  }),
  refusals: ['NOT_FOUND'],
  limit: 'write',
});

export const photosChanged = defineOutbound({
  name: 'photos:changed',
  feature: 'messaging',
  summary:
    'The member uncovered photos of a conversation, or covered them again: how they may be seen is asked anew.',
  durable: true,
  payload: z.strictObject({ version, conversation: conversationId }),
});
