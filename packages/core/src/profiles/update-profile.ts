import {
  type FieldError,
  type OwnProfile,
  ok,
  type ProfileChange,
  type ProfileField,
  type PromptList,
  type Result,
} from '@heartline/contracts';
import {
  checkAnswers,
  checkDateOfBirth,
  cleanAbout,
  cleanAnswers,
  cleanCity,
  fieldsOrRefusal,
  memberToday,
  nameKey,
  sitePrompts,
} from '@heartline/domain';
import { isRegion } from '@heartline/i18n/server';
import { getOwnProfile, readOwnRow } from './own-profile.ts';
import type { ProfileRow } from './profile.model.ts';
import type { ProfilesContext } from './profiles-context.ts';
import { publishOwnChanged } from './publish-own-changed.ts';

/** A round fails only if another change of the same member came first. */
const MAX_ROUNDS = 20;

/**
 * Changes the given fields; repeating it changes nothing. All rules of sign-up apply, with all faults at
 * once; `today` is the day in the member’s own calendar. A place is written only if the place it was checked
 * against is unchanged: one device's country must not meet another's region.
 */
export async function updateProfile(
  context: ProfilesContext,
  member: string,
  change: ProfileChange,
  today: string | undefined,
): Promise<Result<OwnProfile>> {
  const changes = changesOf(change);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const row = await readOwnRow(context, member);
    const checked = await checkChange(context, row, change, memberToday(context.clock.now(), today));
    if (!checked.ok) return checked;
    if (await write(context, row, changes)) return ok(await getOwnProfile(context, member));
  }
  throw new Error('profile place not updated: too many concurrent changes');
}

/** True if the changes, if any, are written; false if the place has changed meanwhile. */
async function write(
  context: ProfilesContext,
  { _id, name, country, region }: ProfileRow,
  changes: Partial<ProfileRow>,
): Promise<boolean> {
  if (Object.keys(changes).length === 0) return true;
  const isPlace = changes.country !== undefined || changes.region !== undefined;
  const written = await context.collection.updateOne(
    { _id, ...(isPlace && { country, region }) },
    // Profiles of an earlier version have another form of their name key.
    { $set: { ...changes, nameKey: nameKey(name), changedAt: context.clock.now() } },
  );
  if (written.matchedCount === 0) return false;
  await publishOwnChanged(context, _id);
  return true;
}

async function checkChange(
  context: ProfilesContext,
  row: ProfileRow,
  change: ProfileChange,
  today: string,
): Promise<Result<undefined>> {
  const { settings, privately } = await context.site.settingsOf(row.site);
  const { date_of_birth: born, city, prompts } = change;
  return fieldsOrRefusal({
    date_of_birth: born === undefined ? undefined : checkDateOfBirth(born, today, settings.min_age),
    city: typeof city === 'string' && cleanCity(city) === undefined ? 'INVALID' : undefined,
    prompts: prompts && checkAnswers(prompts, knownPrompts(row, privately.profile_prompts)),
    ...checkOptIn(change, settings.visible_profile_fields),
    ...checkPlace(row, change, settings.countries),
  });
}

/** A special category of personal data is not stored for a site that does not ask for it; clearing it is allowed. */
function checkOptIn(
  change: ProfileChange,
  shown: readonly ProfileField[],
): Record<string, FieldError | undefined> {
  const isAsked = change.religion == null || shown.includes('religion');
  return { religion: isAsked ? undefined : 'INVALID' };
}

/** Prompts the member may answer: those of the site, and those answered before the site withdrew them. */
function knownPrompts({ prompts = [] }: ProfileRow, list: PromptList): Set<string> {
  return new Set([...sitePrompts(list).keys(), ...prompts.map(({ key }) => key)]);
}

/** Country and region belong together: a new country clears the region, or needs one of its own. */
function checkPlace(
  row: ProfileRow,
  change: ProfileChange,
  open: readonly string[],
): Record<string, FieldError | undefined> {
  if (change.country === undefined && change.region === undefined) return {};
  const country = change.country ?? row.country;
  if (country !== row.country && !open.includes(country)) return { country: 'COUNTRY_UNKNOWN' };
  const region = change.region ?? (country === row.country ? row.region : '');
  return { region: isRegion(country, region) ? undefined : 'REGION_UNKNOWN' };
}

/** The change in stored field names, without fields that were not given. */
function changesOf(change: ProfileChange): Partial<ProfileRow> {
  const changes = {
    gender: change.gender,
    sexuality: change.sexuality,
    dateOfBirth: change.date_of_birth,
    country: change.country,
    region: change.region,
    city: typeof change.city === 'string' ? cleanCity(change.city) : change.city,
    hairColor: change.hair_color,
    eyeColor: change.eye_color,
    bodyType: change.body_type,
    relationshipStatus: change.relationship_status,
    tattoos: change.tattoos,
    reason: change.reason,
    height: change.height,
    children: change.children,
    smoking: change.smoking,
    drinking: change.drinking,
    religion: change.religion,
    about: typeof change.about === 'string' ? cleanAbout(change.about) : change.about,
    prompts: change.prompts && cleanAnswers(change.prompts),
    interests: change.interests && [...new Set(change.interests)],
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
