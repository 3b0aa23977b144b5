import { type AccountHooks, type Accounts, createAccounts } from './accounts/index.ts';
import type { CoreDeps } from './core-deps.ts';
import { createCredits } from './credits/index.ts';
import { createDiscovery } from './discovery/index.ts';
import { createLikes } from './likes/index.ts';
import { conversationOf, createMessaging } from './messaging/index.ts';
import { createNotifications } from './notifications/index.ts';
import { createPages, type LanderHooks } from './pages/index.ts';
import { createPayments, createPrices, type PaymentHooks } from './payments/index.ts';
import { joinPersonalData } from './personal-data.ts';
import { createProfiles } from './profiles/index.ts';
import { createSafety, type SafetyHooks } from './safety/index.ts';
import { createSite } from './site/index.ts';

/** Later features that pages, accounts and safety call. */
interface Later {
  accounts: Accounts;
  safety: ReturnType<typeof createSafety>;
  profiles: ReturnType<typeof createProfiles>;
  credits: ReturnType<typeof createCredits>;
  payments: ReturnType<typeof createPayments>;
  messaging: ReturnType<typeof createMessaging>;
  likes: ReturnType<typeof createLikes>;
  discovery: ReturnType<typeof createDiscovery>;
  notifications: ReturnType<typeof createNotifications>;
}

/**
 * Wires the features, each with the ones before it. An earlier feature calls a later one through a hook given
 * here (an activation grants credits), so imports run one way only.
 */
export function createCore(deps: CoreDeps) {
  const later = (): Later => ({
    accounts,
    safety,
    profiles,
    credits,
    payments,
    messaging,
    likes,
    discovery,
    notifications,
  });
  const prices = createPrices(deps);
  const site = createSite(deps, prices);
  const pages = createPages(deps, { prices, ...landerHooks(later) });
  const accounts = createAccounts(deps, accountHooks(site, pages, later));
  const safety = createSafety(deps, safetyHooks(accounts, later));
  const profiles = createProfiles(deps, {
    site,
    accounts,
    safety,
    conversationOf,
    knownTo: (member, others) => messaging.knownTo(member, others),
    heldElsewhere: (key) => messaging.photoHold(key),
  });
  const credits = createCredits(deps, {
    profiles,
    sweptUntil: () => messaging.sweptUntil(),
    receiptLinks: (member, keys) => payments.receiptLinks(member, keys),
    begunByOthers: (member, conversations) => messaging.begunByOthers(member, conversations),
  });
  const payments = createPayments(deps, { site, prices, accounts, credits, ...paymentHooks(pages, later) });
  const messaging = createMessaging(deps, {
    site,
    accounts,
    safety,
    profiles,
    credits,
    hasLiked: (who, whom) => likes.hasLiked(who, whom),
    askAboutLikes: (time) => likes.askAboutLikes(time),
  });
  const likes = createLikes(deps, { profiles, safety, knownTo: messaging.knownTo });
  const discovery = createDiscovery(deps, { site, accounts, safety, profiles, likes });
  const known = { site, pages, accounts, safety, profiles, payments, messaging, likes };
  const notifications = createNotifications(deps, known);
  return { site, pages, ...later() };
}

/** Sign-ups and payments for the figures of landers. */
function landerHooks(later: () => Later): LanderHooks {
  return {
    signUps: (site, time) => later().accounts.landerSignUps(site, time),
    paidBy: (members) => later().payments.paidBy(members),
  };
}

/** Effects of a sign-up, an activation, a suspension or an erasure in other features. */
function accountHooks(
  site: ReturnType<typeof createSite>,
  pages: ReturnType<typeof createPages>,
  later: () => Later,
): AccountHooks {
  return {
    site,
    textVersion: (of, slug, locale) => pages.versionOf(of, slug, locale),
    balanceOf: (member) => later().credits.balanceOf(member),
    hasOpenMoney: (member) => later().payments.hasOpenMoney(member),
    onSignedUp: (member, createdAt) => later().payments.scheduleBonusEnd(member, createdAt),
    async onActivated(member, memberSite) {
      const { settings } = await site.settingsOf(memberSite);
      const grant = { key: 'signup', credits: settings.signup_credits, reason: 'signup' };
      await later().credits.grant(member, grant);
    },
    profiles: {
      create: (draft) => later().profiles.create(draft),
      async setStatus(member, status) {
        const { profiles, messaging, likes } = later();
        await likes.enqueueSharers(member, { partners: true });
        await profiles.setStatus(member, status);
        if (status === 'deleted' || status === 'disabled') await messaging.recipientGone(member, status);
        await messaging.operators.statusChanged(member);
      },
      seen: (member, at) => later().profiles.seen(member, at),
      own: (member) => later().profiles.own(member),
    },
    async onRestoring(member) {
      await later().messaging.forgiveDecided(member);
      await later().safety.cases.forgive(member);
    },
    personalData: joinPersonalData(() => {
      const { profiles, credits, payments, messaging, likes, safety, discovery, notifications } = later();
      const owners = [profiles, credits, payments, messaging, messaging.operators, likes, safety];
      return [...owners, discovery, notifications].map(({ personalData }) => personalData);
    }),
  };
}

/** Facts and effects of a purchase in other features. */
function paymentHooks(pages: ReturnType<typeof createPages>, later: () => Later): PaymentHooks {
  return {
    termsNow: async (of, locale) => ({ ...(await pages.versionOf(of, 'terms', locale)), locale }),
    profiles: { setInvisible: (member, invisible) => setInvisible(later(), member, invisible) },
  };
}

/** Switches invisible mode and notifies those who share a like. No event if the value did not change. */
async function setInvisible({ profiles, likes }: Later, member: string, invisible: boolean): Promise<void> {
  const before = await profiles.profileOf(member);
  if (before?.invisible !== invisible) await likes.enqueueSharers(member, { partners: false });
  await profiles.setInvisible(member, invisible);
}

/** Data and effects of a block, a report or a decision in other features. */
function safetyHooks(accounts: Accounts, later: () => Later): SafetyHooks {
  return {
    accounts,
    people: {
      profileOf: (member) => later().profiles.profileOf(member),
      pictureOf: (member, photo) => later().profiles.pictureOf(member, photo),
      async textsShown(viewer, member) {
        const opened = await later().profiles.getProfile(viewer, member);
        if (!opened.ok) return { about: false, prompts: [] };
        const { about, prompts } = opened.value;
        return { about: about !== null, prompts: prompts.map(({ key }) => key) };
      },
      shownTo: async (viewer, ids) => new Set((await later().profiles.cards(viewer, ids)).keys()),
      setInvisible: (member, invisible) => setInvisible(later(), member, invisible),
    },
    conversations: {
      addPendingFollowUp: (by, other) => later().messaging.addPendingFollowUp(by, other),
      end: (by, other) => later().messaging.endConversation(by, other),
      reopen: (by, other) => later().messaging.reopenConversation(by, other),
      partnersOf: (member) => later().messaging.partnersOf(member),
      excerptFor: (member, conversation, seq) => later().messaging.excerptFor(member, conversation, seq),
      photoFor: (member, conversation, seq) => later().messaging.reportedPhoto(member, conversation, seq),
      latestFrom: (member, other) => later().messaging.latestFrom(member, other),
      addPendingDecision: (what) => later().messaging.addPendingDecision(what),
      returnAllTo: (member, reason) => later().messaging.returnAllTo(member, reason),
    },
    likes: { removeBetween: (one, other) => later().likes.removeBetween(one, other) },
  };
}

export type Core = ReturnType<typeof createCore>;
