/** Every key of the query cache. Live events write under them too, so no other file spells a key. */
export const keys = {
  user: ['user'],
  settings: ['settings'],
  chats: ['chats'],
  /** Conversations beyond those of `chats`. */
  olderChats: ['older-chats'],
  likes: ['likes'],
  /** Likes beyond those of `likes`: of each list, and of one member. */
  olderLikes: ['older-likes'],
  /** All open conversations. */
  allMessages: ['messages'],
  /** The last message that arrived by push, with the other member. */
  lastPushed: ['last-pushed'],
  messages: (conversation: string) => ['messages', conversation],
  /** An older section of a conversation, while it is shown. */
  messagePart: (conversation: string) => ['messages', conversation, 'part'],
  /** Every profile of other members. */
  allProfiles: ['profile'],
  profile: (id: string) => ['profile', id],
  ownProfile: ['own-profile'],
  /** The search a member starts with. */
  startSearch: ['start-search'],
  /** Every list of members that was searched. */
  allMembers: ['members'],
  members: (query: unknown) => ['members', query],
  /** Members similar to one member. */
  related: (profile: string) => ['members', 'related', profile],
  regions: ['regions'],
  interests: ['interests'],
  /** The questions of the site, in one language. */
  prompts: (locale: string) => ['prompts', locale],
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
  /** The packs in the country that the member chose to pay from; null for their own. */
  packagesIn: (country: string | null) => ['packages', country],
  paymentCountry: ['paymentCountry'],
  /** Full prices in a country, for visitors. */
  prices: (country: string | null) => ['prices', country],
  payments: ['payments'],
  payment: (id: string) => ['payments', id],
  latestPayment: ['payments', 'latest'],
  donePayments: ['payments', 'done'],
  /** The standing mandate, and what direct debit offers the member. */
  directDebit: ['direct-debit'],
  statement: ['statement'],
  statementOf: (filter: string) => ['statement', filter],
  spending: ['spending'],
  refund: ['refund'],
  openers: ['openers'],
  partnerOffers: ['partner-offers'],
  /** The price of a message, known before writing to a member. */
  allPrices: ['message-price'],
  messagePrice: (profile: string, credits?: number) => ['message-price', profile, credits],
  /** Every photo of every conversation. */
  chatPhotos: ['chat-photo'],
  chatPhoto: (id: string) => ['chat-photo', id],
  gifts: (locale: string) => ['gifts', locale],
  /** The welcome discount that runs by the clock. */
  timeBonus: ['timebonus'],
  /** The discount code that the member typed. */
  discountCode: ['discountcode'],
  /** The discount code that the site gives to new members. */
  welcomeDiscountCode: ['welcomeDiscountcode'],
  /** The discount offered on the delete screen. */
  winBack: ['win-back'],
  notifications: ['notifications'],
  company: ['companyinfo'],
  page: (slug: string, version: number | undefined, locale: string) => ['page', slug, version, locale],
} as const;
