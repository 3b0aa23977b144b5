import * as z from 'zod/mini';
import { OWNER_REFUSALS, ownerInput, user } from './accounts.ts';
import { defineCall, defineJob, defineOutbound } from './define.ts';
import { at, done, nothing, text } from './shapes.ts';
import { version } from './version.ts';

/** The life of an account after sign-up: password, address, export, deletion and the way back. */

const password = text(2_000);
const email = text(320);
const token = z.string().check(z.maxLength(200));

export const requestPasswordReset = defineCall({
  name: 'requestPasswordReset',
  feature: 'accounts',
  summary:
    'Mails a one-time link to set a new password, at most one a minute. Takes the same time for known and unknown addresses.',
  access: 'public',
  method: 'POST',
  path: '/api/reset-password.php',
  input: z.strictObject({ email }),
  output: done,
  refusals: ['EMAIL_NOT_FOUND', 'EMAIL_PENDING_DELETION', 'MAILED_RECENTLY'],
  limit: 'token',
});

export const resetPassword = defineCall({
  name: 'resetPassword',
  feature: 'accounts',
  summary: 'Sets a new password with the secret of a mailed link, once, and ends every session.',
  access: 'public',
  method: 'POST',
  path: '/api/reset-password-do.php',
  input: z.strictObject({
    token,
    /** The new password, 8 to 128 characters. */
    password,
  }),
  output: done,
  refusals: ['LINK_EXPIRED', 'VALIDATION_FAILED'],
  limit: 'token',
});

export const changePassword = defineCall({
  name: 'changePassword',
  feature: 'accounts',
  summary: 'Changes the password, ends every other session and gives this one a new cookie.',
  access: 'signed-in',
  method: 'PUT',
  path: '/api/password.php',
  input: z.strictObject({
    /** The password until now. */
    old_password: password,
    /** The new password, 8 to 128 characters. */
    password,
  }),
  output: done,
  refusals: ['OLD_PASSWORD_WRONG', 'LOGIN_BLOCKED', 'VALIDATION_FAILED'],
  limit: 'login',
});

export const changeEmail = defineCall({
  name: 'changeEmail',
  feature: 'accounts',
  summary: 'Mails a link to a new address; the address changes when the link is confirmed there.',
  access: 'signed-in',
  method: 'PUT',
  path: '/api/email.php',
  input: z.strictObject({
    /** The new address. */
    email,
    /** The member’s password, as proof. */
    password,
  }),
  output: z.strictObject({
    /** The new address, where the link waits. */
    email: z.string(),
  }),
  refusals: ['NEW_EMAIL_INVALID', 'EMAIL_TAKEN', 'PASSWORD_WRONG', 'LOGIN_BLOCKED', 'MAILED_RECENTLY'],
  limit: 'token',
});

export const getEmailChange = defineCall({
  name: 'getEmailChange',
  feature: 'accounts',
  summary: 'The address a mailed link waits at to become the member’s own, or null.',
  access: 'signed-in',
  method: 'GET',
  path: '/api/email.php',
  input: nothing,
  output: z.strictObject({
    /** The address that waits to be confirmed, or null. */
    email: z.nullable(z.string()),
  }),
  refusals: [],
  limit: 'read',
});

export const confirmEmail = defineCall({
  name: 'confirmEmail',
  feature: 'accounts',
  summary: 'Makes the address a mailed link belongs to the member’s own, and tells the old one.',
  access: 'public',
  method: 'POST',
  path: '/api/mail-change.php',
  input: z.strictObject({ token }),
  output: z.strictObject({
    /** The address that is the member’s own now. */
    email: z.string(),
  }),
  refusals: ['LINK_EXPIRED', 'EMAIL_TAKEN'],
  limit: 'token',
});

export const deleteAccount = defineCall({
  name: 'deleteAccount',
  feature: 'accounts',
  summary: 'Closes the account at once and erases it 14 days later; a mailed link brings it back until then.',
  access: 'signed-in',
  method: 'DELETE',
  path: '/api/user.php',
  input: z.strictObject({
    /** The member’s password, as proof. */
    password,
  }),
  output: z.strictObject({
    /** When everything is erased. */
    eraseAt: at,
  }),
  refusals: ['PASSWORD_WRONG', 'LOGIN_BLOCKED'],
  limit: 'login',
});

export const reactivateAccount = defineCall({
  name: 'reactivateAccount',
  feature: 'accounts',
  summary:
    'Brings back an account that waits to be erased, with the secret of the mailed link, and signs in. One that was never confirmed also asks for its password, or a new one, as an activation does.',
  access: 'public',
  method: 'POST',
  path: '/api/reactivate.php',
  input: ownerInput,
  output: z.strictObject({ user }),
  refusals: ['LINK_EXPIRED', 'ACCOUNT_DISABLED', ...OWNER_REFUSALS],
  limit: 'token',
});

export const linkKind = z.enum(['activation', 'reset', 'email', 'reactivation']);
export type LinkKind = z.infer<typeof linkKind>;

export const openLink = defineCall({
  name: 'openLink',
  feature: 'accounts',
  summary:
    'What a one-time link of an e-mail (`/{token}`) is for, and whether it asks this browser for a password. Looking uses nothing up.',
  access: 'public',
  method: 'POST',
  path: '/api/link.php',
  input: z.strictObject({ token }),
  output: z.strictObject({
    /** The purpose of the link. */
    kind: linkKind,
    /** True if this browser has to send a password with the link. */
    asks_password: z.boolean(),
  }),
  refusals: ['NOT_FOUND'],
  limit: 'read',
});

/** An export as its owner sees it. `progress` is 0 to 100; `expiresAt` the end of the download. */
export const dataExport = z.strictObject({
  /** State of the archive: being built, ready to download, or failed. */
  state: z.enum(['building', 'ready', 'failed']),
  /** Percentage built so far. */
  progress: z.int(),
  /** When the member asked for it. */
  askedAt: at,
  /** Until when it can be downloaded; null until it is ready. */
  expiresAt: z.nullable(at),
  /** Size of the archive in bytes; null until it is ready. */
  sizeBytes: z.nullable(z.int()),
});
export type DataExport = z.infer<typeof dataExport>;

export const getExport = defineCall({
  name: 'getExport',
  feature: 'accounts',
  summary: 'The export this browser asked for, or null.',
  access: 'signed-in',
  method: 'GET',
  path: '/api/export.php',
  input: nothing,
  output: z.strictObject({
    /** The archive of this session, or null. */
    export: z.nullable(dataExport),
  }),
  refusals: [],
  limit: 'read',
});

export const startExport = defineCall({
  name: 'startExport',
  feature: 'accounts',
  summary:
    'Gathers everything kept about the member in one archive. Only the session that asked may download it, for a day.',
  access: 'signed-in',
  method: 'POST',
  path: '/api/export.php',
  input: z.strictObject({
    /** The member’s password, as proof. */
    password,
  }),
  output: z.strictObject({
    /** The archive that is being built. */
    export: dataExport,
  }),
  refusals: ['PASSWORD_WRONG', 'LOGIN_BLOCKED'],
  limit: 'export',
});

/** The address of the finished archive, fetched with the session cookie. It is not a call, since it answers bytes. */
export const EXPORT_FILE_PATH = '/api/export-file.php';

export const buildExport = defineJob({
  name: 'build-export',
  feature: 'accounts',
  summary: 'Writes one member’s archive.',
  queue: 'exports',
  data: z.strictObject({
    member: z.string(),
    /** The id of the archive. */
    key: z.string(),
  }),
});

export const sweepAccounts = defineJob({
  name: 'sweep-accounts',
  feature: 'accounts',
  summary:
    'Finishes deletions that were cut off, erases accounts whose 14 days are over, removes old archives.',
  queue: 'timers',
  data: z.strictObject({}),
});

export const ownChanged = defineOutbound({
  name: 'own:changed',
  feature: 'accounts',
  summary:
    'Something of the member’s own changed: profile, pictures, settings, address, language or Premium. What is shown of it is fetched again.',
  durable: true,
  payload: z.strictObject({ version }),
});

/** The consent to offers of partners. `since`: when it was given. */
export const partnerOffers = z.strictObject({
  partner_offers: z.boolean(),
  /** When the consent was given; null without one. */
  since: z.nullable(at),
});
export type PartnerOffers = z.infer<typeof partnerOffers>;

export const getPartnerOffers = defineCall({
  name: 'getPartnerOffers',
  feature: 'accounts',
  summary: 'Whether the caller agreed to offers of partners, and when.',
  access: 'signed-in',
  method: 'GET',
  path: '/api/partner-offers.php',
  input: nothing,
  output: partnerOffers,
  refusals: [],
  limit: 'read',
});

export const setPartnerOffers = defineCall({
  name: 'setPartnerOffers',
  feature: 'accounts',
  summary: 'Gives the consent, where the site asks for it, or takes it back. Each is kept with its time.',
  access: 'signed-in',
  method: 'PUT',
  path: '/api/partner-offers.php',
  input: z.strictObject({ partner_offers: z.boolean() }),
  output: partnerOffers,
  refusals: ['NOT_FOUND'],
  limit: 'write',
});
