import { randomUUID } from 'node:crypto';
import type { Access, ErrorCode } from '@heartline/contracts';
import { PAYMENT_ROWS } from './payment-rows.ts';

/**
 * Access table: one row for each call and each event of a client, by the contract's name. `rows.test.ts` fails for a
 * contract without a row or with another access. The matrix (`tests/role-matrix.test.ts`) makes every call as every
 * role and compares.
 *
 * To add a row:
 * - set the access
 * - add an `input` that a free member may use on `target`; then `outcome` is `OK`
 * - list roles with another answer under `roles`
 */
export const ROLES = [
  /** Without a session. */
  'visitor',
  /** Signed up, the address not confirmed. */
  'unconfirmed',
  'free',
  'premium',
  /** A free member whom `target` blocks. */
  'blocked',
  /** Suspended by an operator. */
  'disabled',
  /** Deleted, within the days of reactivation. */
  'deleted',
  /** A member of the site's staff who answers for fictional profiles. Operators have no member account. */
  'operator',
] as const;
export type Role = (typeof ROLES)[number];

export type Outcome = 'OK' | ErrorCode;

/** Members and conversations for an input. */
export interface Cast {
  /** The caller; a visitor has none. */
  self: string | undefined;
  /** Another active member, who wrote to every caller and blocks the one in the role `blocked`. */
  target: string;
  conversation: string;
  /** A conversation of `target` with a fictional profile, which waits for an operator. */
  waiting: string;
}

export interface Row {
  access: Access | 'socket';
  input?: (cast: Cast) => object;
  /** Result for roles with access; the default is `OK`. */
  outcome?: Outcome;
  roles?: Partial<Record<Role, Outcome>>;
}

const OUT = 'AUTHENTICATION_REQUIRED';
const NOT_CONFIRMED_OR_OUT = { disabled: 'ACCOUNT_DISABLED', deleted: 'AUTHENTICATION_REQUIRED' } as const;

/** Result for each role without access, by access. Roles that are not listed have access. */
export const REFUSED_BY_ACCESS: Readonly<Record<Row['access'], Partial<Record<Role, Outcome>>>> = {
  public: {},
  provider: {},
  'signed-in': { visitor: OUT, operator: OUT, ...NOT_CONFIRMED_OR_OUT },
  member: { visitor: OUT, operator: OUT, unconfirmed: 'NOT_CONFIRMED', ...NOT_CONFIRMED_OR_OUT },
  operator: {
    visitor: OUT,
    unconfirmed: OUT,
    free: OUT,
    premium: OUT,
    blocked: OUT,
    disabled: OUT,
    deleted: OUT,
  },
  // A socket is accepted or refused, without a reason.
  socket: {
    visitor: OUT,
    unconfirmed: OUT,
    disabled: OUT,
    deleted: OUT,
    operator: OUT,
  },
};

/** The expected result of this row for this role. */
export function expectedOf(row: Row, role: Role): Outcome {
  return row.roles?.[role] ?? REFUSED_BY_ACCESS[row.access][role] ?? row.outcome ?? 'OK';
}

const ofTarget = ({ target }: Cast) => ({ profile: target });
const idOfTarget = ({ target }: Cast) => ({ id: target });
const ofConversation = ({ conversation }: Cast) => ({ conversation });
const nobodys = () => ({ id: 'f'.repeat(24) });
const password = () => ({ password: 'not the password' });
const token = () => ({ token: 'x'.repeat(43) });
const message = ({ target }: Cast) => ({
  clientId: randomUUID(),
  profile: target,
  text: 'Hello',
  credits: 1,
});
const ofWaiting = ({ waiting }: Cast) => ({ conversation: waiting });
const BLOCKED = { blocked: 'BLOCKED_BY' } as const;
const HIDDEN = { blocked: 'NOT_FOUND' } as const;

export const ROWS: Readonly<Record<string, Row>> = {
  // accounts
  activate: { access: 'public', input: token, outcome: 'ACTIVATION_FAILED' },
  changeEmail: {
    access: 'signed-in',
    input: () => ({ email: 'new@mail.example', ...password() }),
    outcome: 'PASSWORD_WRONG',
  },
  changePassword: {
    access: 'signed-in',
    input: () => ({ old_password: 'not the password', password: 'mauve tractor 41' }),
    outcome: 'OLD_PASSWORD_WRONG',
  },
  confirmEmail: { access: 'public', input: token, outcome: 'LINK_EXPIRED' },
  deleteAccount: { access: 'signed-in', input: password, outcome: 'PASSWORD_WRONG' },
  endSession: { access: 'signed-in', input: nobodys, outcome: 'NOT_FOUND' },
  getEmailChange: { access: 'signed-in' },
  getExport: { access: 'signed-in' },
  getPartnerOffers: { access: 'signed-in' },
  getSessions: { access: 'signed-in' },
  getUser: { access: 'signed-in' },
  logIn: {
    access: 'public',
    input: () => ({ email: `${randomUUID()}@mail.example`, ...password() }),
    outcome: 'LOGIN_FAILED',
  },
  logOut: { access: 'public' },
  openLink: { access: 'public', input: token, outcome: 'NOT_FOUND' },
  reactivateAccount: { access: 'public', input: token, outcome: 'LINK_EXPIRED' },
  requestPasswordReset: {
    access: 'public',
    input: () => ({ email: 'nobody@mail.example' }),
    outcome: 'EMAIL_NOT_FOUND',
  },
  // An address that was requested a moment ago must wait, for every caller.
  resendActivation: { access: 'public', input: () => ({ email: `${randomUUID()}@mail.example` }) },
  resetPassword: {
    access: 'public',
    input: () => ({ ...token(), password: 'mauve tractor 41' }),
    outcome: 'LINK_EXPIRED',
  },
  checkSignUp: { access: 'public', input: () => ({ email: 'nobody@mail.example' }) },
  signUp: { access: 'public', outcome: 'VALIDATION_FAILED' },
  startExport: { access: 'signed-in', input: password, outcome: 'PASSWORD_WRONG' },
  setPartnerOffers: { access: 'signed-in', input: () => ({ partner_offers: false }) },
  updateLanguage: { access: 'signed-in', input: () => ({ language: 'nl' }) },

  // photos and gifts of a chat
  acceptChatPhoto: { access: 'member', input: () => ({ photo: 'f'.repeat(24) }), outcome: 'NOT_FOUND' },
  discardChatPhoto: { access: 'member', input: () => ({ photo: 'f'.repeat(24) }) },
  getChatPhotos: { access: 'member', input: () => ({ ids: 'f'.repeat(24) }) },
  getGifts: { access: 'member' },
  recallChatPhoto: {
    access: 'member',
    input: ({ conversation }) => ({ conversation, seq: 1 }),
    outcome: 'NOT_FOUND',
  },
  uploadChatPhoto: {
    access: 'member',
    input: () => ({ key: randomUUID() }),
    outcome: 'PHOTO_UNREADABLE',
  },

  // profiles
  chooseMainPhoto: { access: 'signed-in', input: nobodys, outcome: 'NOT_FOUND' },
  cropPhoto: { access: 'signed-in', input: () => ({ ...nobodys(), crop: null }), outcome: 'NOT_FOUND' },
  geocode: { access: 'public', input: () => ({ lat: '52.37', lon: '4.9' }) },
  getInterests: { access: 'public' },
  getOwnProfile: { access: 'signed-in' },
  getProfile: { access: 'member', input: idOfTarget, roles: BLOCKED },
  getPrompts: { access: 'public' },
  orderPhotos: { access: 'signed-in', input: () => ({ order: [] }) },
  removePhoto: { access: 'signed-in', input: nobodys },
  restorePhoto: { access: 'signed-in', input: nobodys, outcome: 'NOT_FOUND' },
  updateProfile: { access: 'signed-in', input: () => ({ about: 'A new line' }) },
  uploadPhoto: { access: 'signed-in', input: () => ({ key: randomUUID() }), outcome: 'PHOTO_UNREADABLE' },

  // discovery
  countMembers: { access: 'member' },
  findMatches: { access: 'member' },
  getEntryMember: { access: 'public', input: idOfTarget },
  getProfileAsVisitor: { access: 'public', input: idOfTarget, outcome: 'AUTHENTICATION_REQUIRED' },
  getSearch: { access: 'member' },
  getSignUpMatches: { access: 'signed-in' },
  getSwipeGame: { access: 'public' },
  passProfile: { access: 'member', input: ofTarget, roles: HIDDEN },
  relatedMembers: { access: 'member', input: idOfTarget, roles: HIDDEN },
  resetSearch: { access: 'member' },
  saveSearch: { access: 'member', input: () => ({ country: 'NL' }) },
  searchAsVisitor: { access: 'public', outcome: 'AUTHENTICATION_REQUIRED' },
  searchMembers: { access: 'member' },
  similarMembers: { access: 'member' },
  swipeLike: { access: 'public', input: ofTarget },
  undoPass: { access: 'member', input: ofTarget },
  undoSwipeLike: { access: 'public', input: ofTarget },

  // likes
  autoLike: { access: 'member', outcome: 'NOT_FOUND' },
  getLike: { access: 'member', input: ofTarget, outcome: 'NOT_FOUND' },
  getLikes: { access: 'member' },
  getOlderLikes: { access: 'member', input: () => ({ list: 'received' }) },
  hideMatch: {
    access: 'member',
    input: (cast) => ({ ...ofTarget(cast), hidden: true }),
    outcome: 'NOT_FOUND',
  },
  likeProfile: { access: 'member', input: ofTarget, roles: BLOCKED },
  seeLike: { access: 'member', input: ofTarget },
  unlikeProfile: { access: 'member', input: ofTarget },

  // safety
  blockProfile: { access: 'member', input: ofTarget },
  complain: { access: 'signed-in', input: () => ({ ...nobodys(), words: 'No' }), outcome: 'NOT_FOUND' },
  complainByLink: {
    access: 'public',
    input: () => ({ ...nobodys(), key: 'x'.repeat(43), words: 'No' }),
    outcome: 'NOT_FOUND',
  },
  getBlocked: { access: 'member' },
  getCase: { access: 'signed-in', input: nobodys, outcome: 'NOT_FOUND' },
  getCases: { access: 'signed-in' },
  getInvisible: { access: 'member' },
  getReportable: { access: 'member', input: ofTarget },
  openCaseLink: {
    access: 'public',
    input: () => ({ ...nobodys(), key: 'x'.repeat(43) }),
    outcome: 'NOT_FOUND',
  },
  reportProfile: {
    access: 'member',
    input: ({ target }) => ({
      clientId: randomUUID(),
      profile: target,
      subject: { kind: 'profile' },
      reason: 'spam',
      note: '',
    }),
  },
  setInvisible: {
    access: 'member',
    input: () => ({ invisible: true }),
    outcome: 'PREMIUM_REQUIRED',
    roles: { premium: 'OK' },
  },
  unblockProfile: { access: 'member', input: ofTarget },

  // messaging
  getChat: { access: 'member', input: ofConversation, roles: BLOCKED },
  getChats: { access: 'member' },
  getMessages: { access: 'member', input: ofConversation, roles: BLOCKED },
  getOlderChats: { access: 'member', input: () => ({ before: `1:${'f'.repeat(24)}` }) },
  postMessage: { access: 'member', input: message, roles: BLOCKED },
  postRead: { access: 'member', input: (cast) => ({ ...ofConversation(cast), seq: 1 }) },
  reactToMessage: {
    access: 'member',
    input: (cast) => ({ ...ofConversation(cast), seq: 1, emoji: null }),
    roles: BLOCKED,
  },
  muteChat: { access: 'member', input: (cast) => ({ ...ofConversation(cast), on: true }) },
  removeChat: { access: 'member', input: ofConversation },
  searchChats: { access: 'member', input: () => ({ q: 'hello' }) },
  setReceipts: {
    access: 'member',
    input: (cast) => ({ ...ofConversation(cast), on: false }),
    roles: BLOCKED,
  },
  'conversation:type': { access: 'socket', input: ({ target }) => ({ profile: target }) },
  'conversation:read': { access: 'socket', input: (cast) => ({ ...ofConversation(cast), seq: 1 }) },
  'conversation:receive': { access: 'socket', input: (cast) => ({ ...ofConversation(cast), seq: 1 }) },
  'presence:ask': { access: 'socket', input: ({ target }) => ({ profiles: [target] }) },
  'message:send': { access: 'socket', input: message, roles: BLOCKED },

  // operators
  addOperatorNote: {
    access: 'operator',
    input: (cast) => ({ ...ofWaiting(cast), clientId: randomUUID(), text: 'Likes to sail' }),
  },
  getLanderFigures: { access: 'operator' },
  getOperator: { access: 'operator' },
  getOperatorConversation: { access: 'operator', input: ofWaiting },
  getOperatorGifts: { access: 'operator' },
  getOperatorMessages: { access: 'operator', input: ofWaiting },
  getOperatorQueue: { access: 'operator' },
  getOperatorReports: { access: 'operator' },
  readOperatorReports: { access: 'operator', input: () => ({ upTo: 1 }) },
  saveReply: {
    access: 'operator',
    input: (cast) => ({ ...ofWaiting(cast), clientId: randomUUID(), text: 'How was your day?' }),
  },
  removeReply: { access: 'operator', input: (cast) => ({ ...ofWaiting(cast), ...nobodys() }) },
  postAnswer: {
    access: 'operator',
    input: (cast) => ({ ...ofWaiting(cast), clientId: randomUUID(), number: 0, text: 'Hello' }),
    outcome: 'LEASE_LOST',
  },
  releaseLease: { access: 'operator', input: (cast) => ({ ...ofWaiting(cast), number: 0 }) },
  removeOperatorNote: {
    access: 'operator',
    input: (cast) => ({ ...ofWaiting(cast), ...nobodys() }),
  },
  renewLease: {
    access: 'operator',
    input: (cast) => ({ ...ofWaiting(cast), number: 0 }),
    outcome: 'LEASE_LOST',
  },
  reportByOperator: {
    access: 'operator',
    input: (cast) => ({ ...ofWaiting(cast), clientId: randomUUID(), seq: null, reason: 'spam', note: '' }),
  },
  signInOperator: {
    access: 'public',
    input: () => ({ name: `nobody-${randomUUID().slice(0, 8)}`, ...password() }),
    outcome: 'LOGIN_FAILED',
  },
  signOutOperator: { access: 'public' },
  takeLease: { access: 'operator', input: ofWaiting },
  typeAnswer: {
    access: 'operator',
    input: (cast) => ({ ...ofWaiting(cast), number: 0 }),
    outcome: 'LEASE_LOST',
  },

  // credits and payments
  ...PAYMENT_ROWS,
  getMessagePrice: { access: 'member', input: ofTarget, roles: HIDDEN },
  unsendMessage: {
    access: 'member',
    input: ({ conversation }) => ({ conversation, seq: 1 }),
    outcome: 'NOT_FOUND',
  },

  // notifications
  enableMail: { access: 'signed-in' },
  getNotifications: { access: 'signed-in' },
  registerPush: {
    access: 'signed-in',
    input: () => ({
      subscription: { endpoint: 'https://evil.example/push', keys: { p256dh: 'x', auth: 'x' } },
    }),
    outcome: 'VALIDATION_FAILED',
  },
  unregisterPush: { access: 'signed-in', input: () => ({ endpoint: 'https://push.example/1' }) },
  updateNotifications: { access: 'signed-in', input: () => ({ discreet_push: true }) },
  'focus:change': { access: 'socket', input: () => ({ focused: true, conversation: null }) },

  // site
  getCompanyInfo: { access: 'public' },
  getLander: { access: 'public', input: () => ({ lander: 'gallery', slug: 'summer' }) },
  getPage: { access: 'public', input: () => ({ slug: 'terms' }) },
  getRegions: { access: 'public' },
  getSettings: { access: 'public' },
  reportPageBounce: { access: 'public', input: () => ({ page: '/members', afterMs: 1_000 }) },
  reportPageHidden: { access: 'public' },
  reportVisit: {
    access: 'public',
    input: () => ({ site: 'default', lander: 'gallery', locale: 'en', kind: 'view' }),
  },
};
