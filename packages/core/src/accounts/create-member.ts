import { cleanAbout, cleanCity, type Tracking } from '@heartline/domain';
import { insertOnce } from '@heartline/platform';
import type { SiteOfHost } from '../site/index.ts';
import type { AccountRow, SignUpLander, TermsAgreed } from './account.model.ts';
import type { AccountsContext, ProfileDraft } from './accounts-context.ts';
import type { SignUpInput } from './check-sign-up.ts';
import type { Email } from './email-key.ts';
import { queueActivationMail } from './mail-outbox.ts';
import { activationTurn, takeMailTurn } from './mail-turn.ts';
import { keepUntilConfirmed } from './unconfirmed.ts';

/** A sign-up that passed every rule. */
export interface NewMember {
  member: string;
  site: SiteOfHost;
  email: Email;
  name: string;
  passwordHash: string;
  input: SignUpInput;
  tracking: Tracking;
}

/**
 * Writes the day of erasure, then profile, link and mail, and the account last; the account decides. Of two
 * concurrent attempts of one sign-up, one writes the account and sends its mail. The other withdraws its own
 * mail.
 */
export async function createMember(context: AccountsContext, made: NewMember): Promise<void> {
  const { member, input } = made;
  const now = context.clock.now();
  const termsAgreed = await agreedNow(context, made, now);
  await keepUntilConfirmed(context, member, now);
  await createProfile(context, profileOf(made, now));
  const mail = await queueActivationMail(context, { _id: member, emailKey: made.email.key }, input.language);
  const existing = await insertOnce(context.collections.accounts, {
    ...accountOf(made, now),
    termsAgreed,
  });
  if (existing) return mail.takeBack();
  await takeMailTurn(context, activationTurn(made.site.site, made.email.key));
  await mail.send();
  await context.hooks.onSignedUp(member, now);
}

/** The texts that the last step of the sign-up links to, as they are published now. */
async function agreedNow({ hooks }: AccountsContext, made: NewMember, at: number): Promise<TermsAgreed> {
  const { site, input } = made;
  const [terms, privacy] = await Promise.all([
    hooks.textVersion(site, 'terms', input.language),
    hooks.textVersion(site, 'privacy', input.language),
  ]);
  return { at, locale: input.language, terms, privacy };
}

/** An attempt that was cut off here left its profile; the next attempt reuses it. */
async function createProfile({ hooks }: AccountsContext, draft: ProfileDraft): Promise<void> {
  try {
    await hooks.profiles.create(draft);
  } catch (error) {
    if (!(await hooks.profiles.own(draft.member))) throw error;
  }
}

function profileOf({ member, site, name, input }: NewMember, createdAt: number): ProfileDraft {
  return {
    member,
    site: site.site,
    name,
    gender: input.gender,
    sexuality: input.sexuality,
    dateOfBirth: input.date_of_birth,
    country: input.country,
    region: input.region,
    city: cleanCity(input.city ?? '') ?? null,
    hairColor: input.hair_color ?? null,
    eyeColor: input.eye_color ?? null,
    bodyType: input.body_type ?? null,
    relationshipStatus: input.relationship_status ?? null,
    tattoos: input.tattoos ?? null,
    reason: input.reason ?? null,
    about: cleanAbout(input.signup_message ?? ''),
    language: input.language,
    createdAt,
  };
}

function accountOf(made: NewMember, now: number): AccountRow {
  const { member, site, email, passwordHash, input, tracking } = made;
  const agrees = site.settings.member_resell && input.partner_offers === true;
  return {
    _id: member,
    site: site.site,
    email: email.address,
    emailKey: email.key,
    passwordHash,
    status: 'not_confirmed',
    language: input.language,
    country: input.country,
    createdAt: now,
    activatedAt: null,
    premiumAt: null,
    knownDevices: [],
    notificationsDisabled: [],
    pushSubscribed: false,
    fictionalConfirmedAt: null,
    seenAt: now,
    tracking,
    partnerOffersAt: agrees ? now : null,
    partnerOffersLog: agrees ? [{ agreed: true, at: now }] : [],
    entry: input.entry ?? null,
    ...landerOf(made),
  };
}

/** The lander of the draft. A draft may come from another site, whose campaigns this one does not have. */
function landerOf({ site, input }: NewMember): { lander?: SignUpLander } {
  const { lander: tag } = input;
  if (tag?.site !== site.site) return {};
  return { lander: { lander: tag.lander, slug: tag.slug ?? '', variant: tag.variant ?? '' } };
}
