import { type OwnProfile, ok, type ProfileChange, type Result } from '@heartline/contracts';
import { checkDateOfBirth, cleanAbout, cleanCity, dayOf, fieldsOrRefusal } from '@heartline/domain';
import { isRegion } from '@heartline/i18n/server';
import { getOwnProfile, readOwnRow } from './own-profile.ts';
import type { ProfileRow } from './profile.model.ts';
import type { ProfilesContext } from './profiles-context.ts';

/**
 * Changes what is given and leaves the rest; saying the same twice changes nothing. Every rule of sign-up holds here
 * too, all faults at once.
 */
export async function updateProfile(
  context: ProfilesContext,
  member: string,
  change: ProfileChange,
): Promise<Result<OwnProfile>> {
  const row = await readOwnRow(context, member);
  const checked = await checkChange(context, row, change);
  if (!checked.ok) return checked;
  const changes = changesOf(change);
  if (Object.keys(changes).length > 0) {
    await context.collection.updateOne(
      { _id: member },
      { $set: { ...changes, changedAt: context.clock.now() } },
    );
    context.profiles.drop(member);
  }
  return ok(await getOwnProfile(context, member));
}

async function checkChange(
  context: ProfilesContext,
  row: ProfileRow,
  change: ProfileChange,
): Promise<Result<undefined>> {
  const { settings } = await context.site.settingsOf(row.site);
  const country = change.country ?? row.country;
  // Another country leaves no region behind: one of the new country has to come along.
  const region = change.region ?? (country === row.country ? row.region : '');
  const moves = change.country !== undefined || change.region !== undefined;
  const isOpen = country === row.country || settings.countries.includes(country);
  return fieldsOrRefusal({
    date_of_birth:
      change.date_of_birth === undefined
        ? undefined
        : checkDateOfBirth(change.date_of_birth, dayOf(context.clock.now()), settings.min_age),
    country: moves && !isOpen ? 'COUNTRY_UNKNOWN' : undefined,
    region: moves && isOpen && !isRegion(country, region) ? 'REGION_UNKNOWN' : undefined,
    city: typeof change.city === 'string' && cleanCity(change.city) === undefined ? 'INVALID' : undefined,
  });
}

/** The change in the names of the store, without what is not given. */
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
    about: typeof change.about === 'string' ? cleanAbout(change.about) : change.about,
    interests: change.interests && [...new Set(change.interests)],
  };
  return Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<ProfileRow>;
}
