import { createAccounts } from './accounts/index.ts';
import type { CoreDeps } from './core-deps.ts';
import { createCredits } from './credits/index.ts';
import { createDiscovery } from './discovery/index.ts';
import { createLikes } from './likes/index.ts';
import { conversationOf, createMessaging } from './messaging/index.ts';
import { createNotifications } from './notifications/index.ts';
import { createPayments } from './payments/index.ts';
import { joinPersonalData } from './personal-data.ts';
import { createProfiles } from './profiles/index.ts';
import { createSafety } from './safety/index.ts';
import { createSite } from './site/index.ts';

/**
 * Wires the features, each with the ones before it. Where an earlier feature causes something in a later one (an
 * activation grants credits), it is given a hook here, so imports run one way only.
 */
export function createCore(deps: CoreDeps) {
  const site = createSite(deps);
  const accounts = createAccounts(deps, {
    site,
    creditsOf: (member) => credits.balanceOf(member),
    onSignedUp: (member, createdAt) => payments.scheduleBonusEnd(member, createdAt),
    async onActivated(member, memberSite) {
      const { settings } = await site.settingsOf(memberSite);
      await credits.grant(member, { key: 'signup', credits: settings.signup_credits, reason: 'signup' });
    },
    profiles: {
      create: (draft) => profiles.create(draft),
      async setStatus(member, status) {
        await profiles.setStatus(member, status);
        if (status === 'deleted' || status === 'disabled') await messaging.recipientGone(member, status);
        await messaging.operators.standingChanged(member);
      },
      seen: (member, at) => profiles.seen(member, at),
      own: (member) => profiles.own(member),
    },
    personalData: joinPersonalData(() => [
      profiles.personalData,
      credits.personalData,
      payments.personalData,
      messaging.personalData,
      messaging.operators.personalData,
      likes.personalData,
      safety.personalData,
      discovery.personalData,
      notifications.personalData,
    ]),
  });
  const safety = createSafety(deps, {
    accounts,
    people: {
      profileOf: (member) => profiles.profileOf(member),
      pictureOf: (member, photo) => profiles.pictureOf(member, photo),
      setInvisible: (member, invisible) => profiles.setInvisible(member, invisible),
    },
    conversations: {
      end: (by, other) => messaging.endConversation(by, other),
      reopen: (by, other) => messaging.reopenConversation(by, other),
      partnersOf: (member) => messaging.partnersOf(member),
      excerptFor: (member, conversation, seq) => messaging.excerptFor(member, conversation, seq),
      photoFor: (member, conversation, seq) => messaging.reportedPhoto(member, conversation, seq),
      latestFrom: (member, other) => messaging.latestFrom(member, other),
      returnAllTo: (member, reason) => messaging.returnAllTo(member, reason),
    },
    likes: { removeBetween: (one, other) => likes.removeBetween(one, other) },
  });
  const profiles = createProfiles(deps, {
    site,
    accounts,
    safety,
    conversationOf,
    knownTo: (member, others) => messaging.knownTo(member, others),
    heldElsewhere: (key) => messaging.photoHold(key),
  });
  const credits = createCredits(deps, { profiles });
  const payments = createPayments(deps, { site, accounts, credits, profiles });
  const messaging = createMessaging(deps, {
    site,
    accounts,
    safety,
    profiles,
    credits,
    hasLiked: (who, whom) => likes.hasLiked(who, whom),
  });
  const likes = createLikes(deps, { profiles, safety });
  const discovery = createDiscovery(deps, { site, accounts, safety, profiles, likes });
  const notifications = createNotifications(deps, { site, accounts, safety, profiles, messaging, likes });
  return { site, accounts, safety, profiles, credits, payments, messaging, likes, discovery, notifications };
}

export type Core = ReturnType<typeof createCore>;
