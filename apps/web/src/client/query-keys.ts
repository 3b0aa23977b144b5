/** What stands where in the cache. Live events write here too, so a key is never spelled anywhere else. */
export const keys = {
  user: ['user'],
  settings: ['settings'],
  chats: ['chats'],
  /** Conversations beyond those of `chats`. */
  olderChats: ['older-chats'],
  likes: ['likes'],
  /** Likes beyond those of `likes`: of each list, and of one person. */
  olderLikes: ['older-likes'],
  /** All open conversations. */
  allMessages: ['messages'],
  /** The last message that came by itself, with the other side it belongs to. */
  lastPushed: ['last-pushed'],
  messages: (conversation: string) => ['messages', conversation],
  /** A part further up, while that is what is shown. */
  messagePart: (conversation: string) => ['messages', conversation, 'part'],
  /** Every profile of others. */
  allProfiles: ['profile'],
  profile: (id: string) => ['profile', id],
  ownProfile: ['own-profile'],
  /** Every list of people that was searched for. */
  allMembers: ['members'],
  members: (query: unknown) => ['members', query],
  /** People like somebody. */
  related: (profile: string) => ['members', 'related', profile],
  regions: ['regions'],
  interests: ['interests'],
  matchFinder: (search: unknown) => ['match-finder', search],
  swipeGame: (search: unknown) => ['swipe-game', search],
  blocked: ['blocked'],
  invisible: ['invisible'],
  cases: ['cases'],
  case: (id: string, linkKey: string) => ['cases', id, linkKey],
  sessions: ['sessions'],
  dataExport: ['export'],
  emailChange: (email: string) => ['email-change', email],
  packages: ['packages'],
  payments: ['payments'],
  payment: (id: string) => ['payments', id],
  statement: ['statement'],
  statementOf: (filter: string) => ['statement', filter],
  spending: ['spending'],
  refund: ['refund'],
  openers: ['openers'],
  partnerOffers: ['partner-offers'],
  /** What is known before writing to anybody. */
  allPrices: ['message-price'],
  messagePrice: (profile: string, credits?: number) => ['message-price', profile, credits],
  /** Every photo of every chat. */
  chatPhotos: ['chat-photo'],
  chatPhoto: (id: string) => ['chat-photo', id],
  gifts: (locale: string) => ['gifts', locale],
  discountCode: ['discountcode'],
  notifications: ['notifications'],
  company: ['companyinfo'],
} as const;
