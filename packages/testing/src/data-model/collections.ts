import { type CollectionEntry, ERASED, FOR_EVER } from './collection-entry.ts';
import { PAYMENT_COLLECTIONS } from './payment-collections.ts';

/** Every collection of the product. `data-model-page.test.ts` fails when one of the sources is missing here. */
export const COLLECTIONS: Readonly<Record<string, CollectionEntry>> = {
  sites: {
    holds: 'settings of one host',
    key: 'host, or `default`',
    writers: ['admin', 'start'],
    retention: FOR_EVER,
  },

  accounts: {
    holds:
      'a member’s account: address, password hash, status, consents with the version of each text, where the sign-up began',
    key: 'member',
    writers: ['gateway', 'worker', 'admin'],
    retention: `${ERASED}: 14 days after a deletion, 30 days after a sign-up that nobody confirmed`,
  },
  emails: {
    holds: 'claim that makes an address unique in a site',
    key: '`<site>:<address key>`',
    writers: ['gateway', 'worker'],
    retention: ERASED,
  },
  sessions: {
    holds: 'a signed-in device',
    key: 'hash of the cookie',
    writers: ['gateway', 'worker', 'admin'],
    retention: 'TTL: 30 days after the log-in; removed on log-out',
  },
  wipedSessions: {
    holds: 'a session ended from another device, whose browser must erase what it stores',
    key: 'hash of the cookie',
    writers: ['gateway'],
    retention: 'TTL: 30 days',
  },
  tokens: {
    holds: 'a one-time link',
    key: 'hash of its secret',
    writers: ['gateway', 'worker'],
    retention: 'TTL: 30 days after the link ran out',
  },
  mails: {
    holds: 'a mail to send: the mail outbox',
    key: 'id of the mail, or what it is about',
    writers: ['gateway', 'worker', 'admin'],
    retention:
      'TTL: 90 days after it left; a given-up one ends with its link. The secret of a link is blanked at once',
  },
  mailTurns: {
    holds: 'when a mail that people ask for may be sent again',
    key: 'hash of kind and reader',
    writers: ['gateway'],
    retention: 'TTL: one minute',
  },
  loginAttempts: {
    holds: 'wrong passwords in a row, for one address and device',
    key: 'hash of both',
    writers: ['gateway'],
    retention: 'TTL: 30 days after the last one; removed on success',
  },
  deletions: {
    holds:
      'a deletion that waits, or the mark that a member was erased, with the lander that the sign-up began at (`origin`)',
    key: 'member',
    writers: ['gateway', 'worker', 'admin'],
    retention: 'for ever once erased; removed when the account is activated',
  },
  exports: {
    holds: 'a member’s newest archive; the file is in `MEDIA_DIR`',
    key: 'member',
    writers: ['gateway', 'worker'],
    retention: '24 hours (`sweep-accounts`)',
  },
  operators: {
    holds: 'an operator’s account',
    key: '`<site>:<name>`',
    writers: ['admin', 'gateway', 'start'],
    retention: FOR_EVER,
  },
  operatorSessions: {
    holds: 'a signed-in operator’s browser',
    key: 'hash of the cookie',
    writers: ['gateway', 'admin', 'start'],
    retention: 'TTL: 12 hours',
  },
  operatorSignIns: {
    holds: 'log of operators’ log-ins and log-outs; inserted once',
    key: 'object id',
    writers: ['gateway'],
    retention: FOR_EVER,
  },

  blocks: {
    holds: 'one member blocks another',
    key: '`<blocker>:<blocked>`',
    writers: ['gateway', 'worker'],
    retention: 'until taken back, or one of the two is erased',
  },
  cases: {
    holds: 'a report, its decision and the complaints about it',
    key: 'hash of reporter and key of the report',
    writers: ['gateway', 'worker', 'admin'],
    retention: 'for ever; an erased member’s words and profile are blanked',
  },
  caseEvidence: {
    holds: 'the reported picture',
    key: 'hash of the case and what it is of',
    writers: ['gateway', 'worker'],
    retention: 'until the reported member is erased; one hour where no case was opened (`sweep-photos`)',
  },
  operatorActs: {
    holds: 'audit log of what operators did, written before the act',
    key: 'object id',
    writers: ['admin', 'gateway'],
    retention: FOR_EVER,
  },

  profiles: {
    holds: 'what others may see of a member',
    key: 'member',
    writers: ['gateway', 'worker', 'admin'],
    retention: ERASED,
  },
  photo_files: {
    holds: 'a stored picture; its files are in `MEDIA_DIR`',
    key: 'key of the files',
    writers: ['gateway', 'worker'],
    retention: '15 minutes after no profile and no message holds it (`sweep-photos`)',
  },

  ledger: {
    holds: 'one change of a member’s credits, with the balance after it',
    key: '`<member>:<row, ten digits>`; `{owner, key}` says what for, once',
    writers: ['gateway', 'worker', 'admin'],
    retention: 'for ever, never changed',
  },
  settlements: {
    holds: 'how a hold ended: `debit` or `void`',
    key: '`<member>:<clientId>`',
    writers: ['worker', 'gateway', 'admin'],
    retention: 'for ever, never changed',
  },

  ...PAYMENT_COLLECTIONS,

  messages: {
    holds: 'one row of a conversation: text, photo, gift, void, block, unblock',
    key: '`<conversation>:<row, ten digits>`; `{owner, key}` is `<sender>:<clientId>`, once',
    writers: ['gateway', 'worker'],
    retention:
      'for ever; the content is blanked on unsend, recall and erasure. Shown for `chat_history_days`',
  },
  inbox: {
    holds: 'one member’s side of a conversation: marks, mute, preview',
    key: '`<member>:<conversation>`',
    writers: ['gateway', 'worker'],
    retention: ERASED,
  },
  reactions: {
    holds: 'how one member reacts to one message',
    key: '`<conversation>:<row>:<member>`',
    writers: ['gateway', 'worker'],
    retention: 'until the message is taken back, or the member is erased',
  },
  evidence: {
    holds: 'words that were taken back, for reports alone',
    key: 'id of the message row',
    writers: ['gateway'],
    retention: 'TTL: 30 days; earlier when the sender is erased',
  },
  chat_photos: {
    holds: 'a photo of a chat, from its upload on',
    key: 'hash of sender and key of the upload',
    writers: ['gateway', 'worker'],
    retention: 'one hour unsent; sent, until the sender is erased',
  },
  chat_photo_drafts: {
    holds: 'a member’s photos that wait to be sent, ten at most',
    key: 'member',
    writers: ['gateway', 'worker'],
    retention: ERASED,
  },
  gifts: {
    holds: 'a gift of a site’s catalogue',
    key: '`<site>:<gift>`',
    writers: ['admin'],
    retention: FOR_EVER,
  },
  pageTexts: {
    holds: 'the published version of a page in one language, and every publication before',
    key: '`<site>:<slug>:<locale>`',
    writers: ['admin'],
    retention: FOR_EVER,
  },
  pageVersions: {
    holds: 'one version of a page text; inserted once',
    key: '`<site>:<slug>:<locale>:<number>`',
    writers: ['admin'],
    retention: FOR_EVER,
  },
  landers: {
    holds: 'the campaign that an operator put on a lander: variants with words, pictures and video',
    key: '`<site>:<lander>:<slug>`',
    writers: ['admin'],
    retention: FOR_EVER,
  },
  visits: {
    holds: 'one view, start or swipe on a lander; names no person, device or address; append-only',
    key: 'id of the visit',
    writers: ['gateway'],
    retention: 'TTL: 90 days',
  },
  visitDays: {
    holds: 'the number of visits of one UTC day with the same facts; absolute, counted again each hour',
    key: '`<site>:<day>:<lander>:<slug>:<variant>:<network>:<ref>:<country>:<locale>`',
    writers: ['worker', 'admin'],
    retention: FOR_EVER,
  },
  visitNames: {
    holds: 'a slug, network or ref that visits are counted by, from its first visit on; inserted once',
    key: '`<site>:<kind>:<name>`',
    writers: ['gateway'],
    retention: FOR_EVER,
  },
  visitNameDays: {
    holds: 'how many new names of a kind a site got on a UTC day: the limit',
    key: '`<site>:<day>:<kind>`',
    writers: ['gateway'],
    retention: 'TTL: 2 days',
  },
  owedReturns: {
    holds: 'pending task: credits to give back, or what follows from a block or decision',
    key: 'what it is about',
    writers: ['gateway', 'worker', 'admin'],
    retention: 'until carried out (`sweep-returns`)',
  },
  watermarks: {
    holds: 'up to when a sweep has looked',
    key: '`holds` or `pushes`',
    writers: ['worker'],
    retention: FOR_EVER,
  },
  operatorQueue: {
    holds: 'a conversation with a fictional profile: waiting, lease, claim',
    key: 'conversation',
    writers: ['gateway', 'worker', 'admin'],
    retention: ERASED,
  },
  operatorAnswers: {
    holds: 'log of operators’ answers; inserted once',
    key: 'id of the message row',
    writers: ['gateway'],
    retention: FOR_EVER,
  },
  operatorReplies: {
    holds: 'replies operators saved for a fictional profile',
    key: 'the profile',
    writers: ['gateway'],
    retention: 'until removed, or the profile is erased',
  },
  operatorMarks: {
    holds: 'up to when an operator has read the reports',
    key: 'the operator',
    writers: ['gateway'],
    retention: FOR_EVER,
  },
  operatorNotes: {
    holds: 'an operator’s note about a member',
    key: 'hash of the operator and their key',
    writers: ['gateway'],
    retention: 'until removed, or the member is erased',
  },

  likes: {
    holds: 'a like: seen, shown by a popup, its match hidden from the new ones',
    key: '`<to>:<from>`',
    writers: ['gateway', 'worker'],
    retention: 'until taken back, a block, or an erasure',
  },
  matches: {
    holds: 'two likes that met',
    key: '`<lower member>:<higher member>`',
    writers: ['gateway', 'worker'],
    retention: 'as long as both likes',
  },

  searches: {
    holds: 'the search a member starts with, on every device',
    key: 'member',
    writers: ['gateway'],
    retention: 'until reset, or erasure',
  },
  passes: {
    holds: 'a card laid aside in the match finder',
    key: '`<member>:<profile>`',
    writers: ['gateway'],
    retention: 'TTL: 30 days',
  },
  swipes: {
    holds: 'a visitor’s like, before sign-up',
    key: '`<visitor>:<profile>`',
    writers: ['gateway'],
    retention: 'TTL: 30 days',
  },
  swipeSlots: {
    holds: 'one of a visitor’s likes of a day: the limit',
    key: '`<day>:<v or n>:<visitor or network>:<number>`',
    writers: ['gateway'],
    retention: 'TTL: 3 days',
  },

  pushSubscriptions: {
    holds: 'a browser that takes pushes',
    key: 'SHA-256 of the endpoint',
    writers: ['gateway', 'worker'],
    retention: 'until the push service calls it gone, the member turns it off, or erasure; 16 a member',
  },
  notificationSettings: {
    holds: 'what a member changed of the notification settings',
    key: 'member',
    writers: ['gateway'],
    retention: ERASED,
  },
  owedMails: {
    holds: 'pending task: news that a member may have to be mailed',
    key: '`<member>:<kind>`',
    writers: ['worker'],
    retention: 'until nothing is left to remember (`sweep-owed-mails`), or erasure',
  },
  notifications: {
    holds: 'a push that was claimed or sent, so that it is sent once',
    key: '`<recipient>:<cause>:push`',
    writers: ['worker'],
    retention: 'TTL: 90 days; earlier when the recipient is erased',
  },

  audits: {
    holds: 'what the last invariant check of each reach found',
    key: '`recent` or `whole`',
    writers: ['worker'],
    retention: FOR_EVER,
  },
  dataSteps: {
    holds:
      'a change of stored data between two releases that was done; `lock`: the process that runs them now',
    key: 'name of the step, or `lock`',
    writers: ['gateway', 'worker', 'admin'],
    retention: 'for ever; `lock` until its process has finished, at most a minute after it died',
  },
  demoWorld: {
    holds: 'mark that the database holds the demo; services in production refuse it',
    key: '`world`',
    writers: ['start'],
    retention: FOR_EVER,
  },
  probes: {
    holds: 'scratch document of the atomicity probe at start-up',
    key: 'service and a random id',
    writers: ['gateway', 'worker'],
    retention: 'removed when the probe ends',
  },
};
