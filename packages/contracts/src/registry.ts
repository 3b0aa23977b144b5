import * as accountsLife from './accounts.life.ts';
import * as operators from './accounts.operators.ts';
import * as accounts from './accounts.ts';
import * as credits from './credits.ts';
import type { CallContract, InboundContract, JobContract, OutboundContract } from './define.ts';
import * as discoveryDecks from './discovery.decks.ts';
import * as rememberedSearch from './discovery.remembered.ts';
import * as discoverySignUp from './discovery.signup.ts';
import * as discovery from './discovery.ts';
import * as likesBetween from './likes.between.ts';
import * as likesMatches from './likes.matches.ts';
import * as olderLikes from './likes.older.ts';
import * as likes from './likes.ts';
import * as conversations from './messaging.conversations.ts';
import * as gifts from './messaging.gifts.ts';
import * as messagingMoney from './messaging.money.ts';
import * as mute from './messaging.mute.ts';
import * as operatorAids from './messaging.operator-aids.ts';
import * as operatorInbox from './messaging.operators.ts';
import * as chatPhotos from './messaging.photos.ts';
import * as messagingSigns from './messaging.signs.ts';
import * as messaging from './messaging.ts';
import * as notificationSettings from './notifications.settings.ts';
import * as notifications from './notifications.ts';
import * as landerFigures from './pages.figures.ts';
import * as landers from './pages.landers.ts';
import * as pageTexts from './pages.texts.ts';
import * as codes from './payments.codes.ts';
import * as debit from './payments.debit.ts';
import * as disputes from './payments.disputes.ts';
import * as refunds from './payments.refunds.ts';
import * as payments from './payments.ts';
import * as withdrawal from './payments.withdrawal.ts';
import * as ownProfile from './profiles.own.ts';
import * as prompts from './profiles.prompts.ts';
import * as profiles from './profiles.ts';
import * as cases from './safety.cases.ts';
import * as safety from './safety.ts';
import * as site from './site.ts';
import * as version from './version.ts';

/**
 * All contracts by kind. The server checks at start-up that each has exactly one handler; the reference pages and the role
 * matrix are generated from them. Web code never imports this file, so a page ships only the contracts it uses.
 */
const everything: readonly unknown[] = [
  accounts,
  accountsLife,
  operators,
  credits,
  discovery,
  discoveryDecks,
  discoverySignUp,
  rememberedSearch,
  likes,
  likesBetween,
  likesMatches,
  olderLikes,
  conversations,
  chatPhotos,
  gifts,
  messaging,
  operatorInbox,
  operatorAids,
  messagingMoney,
  messagingSigns,
  mute,
  notificationSettings,
  notifications,
  ownProfile,
  landers,
  landerFigures,
  pageTexts,
  payments,
  codes,
  debit,
  disputes,
  refunds,
  withdrawal,
  profiles,
  prompts,
  safety,
  cases,
  site,
  version,
].flatMap((feature) => Object.values(feature));

function isContract(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'summary' in value && 'feature' in value;
}

const contracts = everything.filter(isContract);

export const CALLS = contracts.filter((c) => 'path' in c) as unknown as readonly CallContract[];
export const INBOUND_EVENTS = contracts.filter(
  (c) => 'input' in c && !('path' in c),
) as unknown as readonly InboundContract[];
export const OUTBOUND_EVENTS = contracts.filter(
  (c) => 'payload' in c,
) as unknown as readonly OutboundContract[];
export const JOBS = contracts.filter((c) => 'queue' in c) as unknown as readonly JobContract[];

export { matchHandlers } from './match-handlers.ts';
