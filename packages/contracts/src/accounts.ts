import * as z from 'zod/mini';
import { defineCall, defineJob } from './define.ts';
import { landerTag } from './pages.landers.ts';
import { ABOUT_LENGTH, CITY_LENGTH } from './profiles.traits.ts';
import { bodyType, eyeColor, hairColor, mainImage, reason, relationshipStatus, tattoos } from './profiles.ts';
import { at, country, day, done, gender, id, locale, nothing, region, sexuality, text } from './shapes.ts';
import { version } from './version.ts';

/** The logged-in user of the specification, section 3, with what the frame needs to start. */
export const user = z.strictObject({
  /** Id of the member. */
  id,
  /** State of the account. `not_confirmed`: the link of the activation mail was not used yet. */
  status: z.enum(['not_confirmed', 'active', 'disabled', 'deleted']),
  email: z.string(),
  /** Credits that the member can spend. */
  credits: z.int(),
  debt: z.int(),
  ledgerSeq: z.int(),
  /** True if the member is premium. */
  paid_user: z.boolean(),
  /** When the account was made. */
  signup_date: at,
  /** Language of mails and pushes. */
  language: locale,
  /** True if fictional profiles carry an icon beside their label. */
  fictional_icon: z.boolean(),
  /**
   * Why no mail is sent: a complaint (`fbl`), a bounced mail, or an unsubscribe link. Empty while mail is
   * sent.
   */
  notifications_disabled: z.array(z.enum(['fbl', 'bounce', 'listunsubscribe'])),
  /** True if any browser of the member takes pushes. */
  push_subscribed: z.boolean(),
  /** The visible part of the member. */
  profile: z.strictObject({
    name: z.string(),
    country,
    region: z.string(),
    gender,
    sexuality,
    /** `active` while the profile is shown to others. */
    status: z.enum(['active', 'disabled']),
    main_image: mainImage,
  }),
});
export type User = z.infer<typeof user>;

const password = text(2_000);
const email = text(320);

const signUpKey = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/));

export const checkSignUp = defineCall({
  name: 'checkSignUp',
  feature: 'accounts',
  summary:
    'Says whether an address and a name can be had, before the rest of the sign-up is asked. Reserves nothing: `signUp` decides. Takes the same time for known and new addresses.',
  access: 'public',
  method: 'POST',
  path: '/api/signup-check.php',
  input: z.strictObject({
    /** The key of the sign-up: what its own first try took counts as free. */
    key: z.optional(signUpKey),
    email,
    name: z.optional(text(200)),
  }),
  output: done,
  refusals: ['VALIDATION_FAILED', 'EMAIL_TAKEN', 'EMAIL_PENDING_DELETION', 'SIGNUP_CLOSED'],
  limit: 'signupCheck',
});

export const signUp = defineCall({
  name: 'signUp',
  feature: 'accounts',
  summary:
    'Creates an account, free, signs in as not confirmed and sends the activation mail. Field errors say what to change. Where the visitor came from is read from the cookie `network`.',
  access: 'public',
  method: 'POST',
  path: '/api/signup.php',
  input: z.strictObject({
    /** A UUID the form makes once: a repeat whose first try succeeded gets that answer. */
    key: z.optional(signUpKey),
    email,
    /** Display name. No e-mail address, and no `@` at its start. */
    name: text(200),
    gender,
    sexuality,
    date_of_birth: day,
    country,
    region,
    password,
    language: locale,
    /** Today in the member’s own calendar, by which the age is counted; the server bounds it to ±1 day. */
    today: z.optional(day),
    /** City, at most 60 characters. */
    city: z.optional(text(CITY_LENGTH)),
    hair_color: z.optional(hairColor),
    eye_color: z.optional(eyeColor),
    body_type: z.optional(bodyType),
    relationship_status: z.optional(relationshipStatus),
    tattoos: z.optional(tattoos),
    reason: z.optional(reason),
    /** The first words about oneself: “about me” of the new profile. */
    signup_message: z.optional(text(ABOUT_LENGTH)),
    /** Agrees to offers of partners; asked where the site has `member_resell`. */
    partner_offers: z.optional(z.boolean()),
    /** The member whose page began this sign-up. */
    entry: z.optional(id),
    /** The lander that this sign-up began at; that of another site is ignored. */
    lander: z.optional(landerTag),
  }),
  output: z.strictObject({
    /** The address that the activation mail goes to. */
    email: z.string(),
  }),
  refusals: ['VALIDATION_FAILED', 'EMAIL_TAKEN', 'EMAIL_PENDING_DELETION', 'SIGNUP_CLOSED'],
  limit: 'signup',
});

/** A mailed link, and what proves whose account it is where the browser does not. */
export const ownerInput = z.strictObject({
  /** The secret of the mailed link. */
  token: z.string().check(z.maxLength(200)),
  /** The password chosen at sign-up. */
  password: z.optional(password),
  /** A new password, instead of the one chosen at sign-up. */
  new_password: z.optional(password),
});
export const OWNER_REFUSALS = [
  'PASSWORD_REQUIRED',
  'PASSWORD_WRONG',
  'LOGIN_BLOCKED',
  'VALIDATION_FAILED',
] as const;

export const activate = defineCall({
  name: 'activate',
  feature: 'accounts',
  summary:
    'Activates the account an e-mailed token belongs to, once, and signs in. Opening the link alone does nothing. A browser that is not signed in as its member sends the password of the sign-up, or a new one, which ends every other session and every link that was mailed before.',
  access: 'public',
  method: 'POST',
  path: '/api/activate.php',
  input: ownerInput,
  output: z.strictObject({ user }),
  refusals: ['ACTIVATION_FAILED', ...OWNER_REFUSALS],
  limit: 'token',
});

export const resendActivation = defineCall({
  name: 'resendActivation',
  feature: 'accounts',
  summary:
    'Sends the activation mail again, at most one a minute; the answer is the same whether or not there is such an account.',
  access: 'public',
  method: 'POST',
  path: '/api/activate-resend.php',
  input: z.strictObject({ email }),
  output: done,
  refusals: ['MAILED_RECENTLY'],
  limit: 'token',
});

export const logIn = defineCall({
  name: 'logIn',
  feature: 'accounts',
  summary: 'Signs in with e-mail and password.',
  access: 'public',
  method: 'POST',
  path: '/api/user.php',
  input: z.strictObject({ email, password }),
  output: z.strictObject({ user }),
  refusals: ['LOGIN_FAILED', 'LOGIN_BLOCKED', 'NOT_CONFIRMED', 'ACCOUNT_DISABLED', 'EMAIL_PENDING_DELETION'],
  limit: 'login',
});

export const getUser = defineCall({
  name: 'getUser',
  feature: 'accounts',
  summary: 'The signed-in member; refetched every 60 s (300 s with push).',
  access: 'signed-in',
  method: 'GET',
  path: '/api/user.php',
  input: nothing,
  output: z.strictObject({ user, version, serverAt: at }),
  refusals: [],
  limit: 'read',
});

export const updateLanguage = defineCall({
  name: 'updateLanguage',
  feature: 'accounts',
  summary: 'Keeps the member’s language, for mails and push.',
  access: 'signed-in',
  method: 'PUT',
  path: '/api/user.php',
  input: z.strictObject({ language: locale }),
  output: z.strictObject({ user }),
  refusals: [],
  limit: 'write',
});

export const logOut = defineCall({
  name: 'logOut',
  feature: 'accounts',
  summary: 'Ends this session on HTTP and every socket.',
  access: 'public',
  method: 'GET',
  path: '/api/logout.php',
  changesState: true,
  // Of a page on its way out: the answer takes no cookie, which may be that of who signed in on the next page.
  input: z.strictObject({
    /** The page is on its way out: the answer then leaves the cookies alone. */
    leaving: z.optional(z.literal('true')),
  }),
  output: done,
  refusals: ['ANOTHER_MEMBER'],
  limit: 'read',
});

/** A sign-in of the member. */
export const session = z.strictObject({
  /** Id of the session, to end it with. */
  id: z.string(),
  /** True if it is the session that asks. */
  current: z.boolean(),
  /** Browser and system, in words. */
  device: z.string(),
  /** When the member signed in. */
  createdAt: at,
  /** When it was last used. */
  seenAt: at,
});

export const getSessions = defineCall({
  name: 'getSessions',
  feature: 'accounts',
  summary: 'Where the member is signed in.',
  access: 'signed-in',
  method: 'GET',
  path: '/api/sessions.php',
  input: nothing,
  output: z.strictObject({
    /** The member’s sessions. */
    sessions: z.array(session),
  }),
  refusals: [],
  limit: 'read',
});

export const endSession = defineCall({
  name: 'endSession',
  feature: 'accounts',
  summary: 'Signs out one session, or all others when no id is given.',
  access: 'signed-in',
  method: 'DELETE',
  path: '/api/sessions.php',
  input: z.strictObject({
    /** Id of the session to end; left out, all others end. */
    id: z.optional(z.string().check(z.maxLength(64))),
  }),
  output: done,
  refusals: ['NOT_FOUND'],
  limit: 'write',
});

export const sendMail = defineJob({
  name: 'send-mail',
  feature: 'accounts',
  summary: 'Sends one mail that stands in the mail outbox, once.',
  queue: 'mail',
  data: z.strictObject({
    /** Id of the mail in the outbox. */
    mail: z.string(),
  }),
});

export const sweepMails = defineJob({
  name: 'sweep-mails',
  feature: 'accounts',
  summary: 'Enqueues mails of the outbox whose job was lost.',
  queue: 'timers',
  data: z.strictObject({}),
});
