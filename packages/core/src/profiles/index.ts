import { formerNameKey, nameKey } from '@heartline/domain';
import { createPlaces, createReadCache, createStorage } from '@heartline/platform';
import type { Accounts, OwnProfile, ProfileDraft } from '../accounts/index.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import type { Safety } from '../safety/index.ts';
import type { Site } from '../site/index.ts';
import { getCards, viewerOf } from './get-cards.ts';
import { getPresence } from './get-presence.ts';
import { getProfile } from './get-profile.ts';
import { keepPictures } from './keep-pictures.ts';
import { metBy } from './met-by.ts';
import { createOwnProfiles } from './own-profiles.ts';
import { profilesData } from './personal-data.ts';
import { createPhotoQueue } from './photo-queue.ts';
import {
  listedIn,
  type ProfileCollection,
  type ProfileRow,
  photoFileCollection,
  profileCollection,
} from './profile.model.ts';
import { presentPhoto } from './profile.presenter.ts';
import type { PictureHold, ProfilesContext } from './profiles-context.ts';
import { publishOwnChanged } from './publish-own-changed.ts';
import { readPhoto } from './read-photo.ts';
import { visitorCards, visitorProfile } from './visitor-eyes.ts';

export {
  type PhotoFileRow,
  type ProfileCollection,
  type ProfileRow,
  profileCollection,
} from './profile.model.ts';
export type { PictureHold } from './profiles-context.ts';
export { VISITOR } from './visitor-eyes.ts';

/** Profiles are read by member, which is the `_id`; discovery declares the indexes of search. */
export const indexes: readonly IndexSpec[] = [
  // Operators look members up by name.
  { collection: 'profiles', key: { nameKey: 1 } },
  { collection: 'photo_files', key: { looseAt: 1 } },
  { collection: 'photo_files', key: { member: 1 } },
];

export type Profiles = ReturnType<typeof createProfiles>;

/** The fields of a profile that other features need for their rules. */
export interface ProfileStatus {
  status: ProfileRow['status'];
  name: string;
  fictional: boolean;
  site: string;
  invisible: boolean;
  /** False: accepts first messages only from people they like. */
  takesOpeners: boolean;
}

/** The longest time any process may show an outdated profile. */
export const PROFILE_CACHE_MS = 3_000;
const DAY_MS = 86_400_000;
/**
 * Presence expires by itself within a minute, so two seconds are harmless; lists of the same people ask for
 * it repeatedly.
 */
const ONLINE_MS = 2_000;

/** Members’ profiles: cards, whole profiles and pictures, each as the viewer may see it. */
export function createProfiles(
  deps: Pick<CoreDeps, 'mongo' | 'clock' | 'ids' | 'logger' | 'config' | 'presence' | 'publisher'>,
  features: {
    site: Pick<Site, 'settingsOf'>;
    accounts: Pick<Accounts, 'accountOf'>;
    safety: Pick<Safety, 'hiddenFor' | 'relation'>;
    conversationOf(a: string, b: string): string;
    knownTo(member: string, others: readonly string[]): Promise<Set<string>>;
    heldElsewhere(key: string): Promise<PictureHold>;
  },
) {
  const collection = profileCollection(deps.mongo);
  const context: ProfilesContext = {
    ...deps,
    ...features,
    collection,
    files: photoFileCollection(deps.mongo),
    photoQueue: createPhotoQueue(),
    places: createPlaces(),
    storage: createStorage(deps.config.mediaDir),
    ...cachesOf(collection, deps),
  };
  return {
    cards: (viewer: string, ids: readonly string[]) => getCards(context, viewer, ids),
    getProfile: (viewer: string, id: string) => getProfile(context, viewer, id),
    /** Presence of these people, for a member who is in a conversation with each. */
    presence: (viewer: string, ids: readonly string[]) => getPresence(context, viewer, ids),
    /** Visitors see cards and profiles with the main picture, of members that search shows. */
    visitorCards: (site: string, ids: readonly string[]) => visitorCards(context, site, ids),
    visitorProfile: (site: string, id: string) => visitorProfile(context, site, id),
    photoFile: (viewer: string, address: string) => readPhoto(context, viewer, address),
    ...createOwnProfiles(context),
    /** For pictures that are not on a profile. */
    pictures: keepPictures(context),
    /** The whole row, for rules of later features; never for answers. */
    profileOf: (id: string) => context.profiles.get(id),
    /** Members of this name, for operators; at most 20. */
    findByName: (name: string): Promise<ProfileRow[]> =>
      collection
        .find({ nameKey: { $in: [nameKey(name.trim()), formerNameKey(name.trim())] } })
        .limit(20)
        .toArray(),
    /** Status of a member, at most a few seconds old. */
    async statusOf(id: string): Promise<ProfileStatus | undefined> {
      const row = await context.profiles.get(id);
      return (
        row && {
          status: row.status,
          name: row.name,
          fictional: row.fictional,
          site: row.site,
          invisible: row.invisible,
          takesOpeners: row.takesOpeners !== false,
        }
      );
    },
    create: (draft: ProfileDraft) => createProfile(context, draft),
    /** True if the viewer may meet the other at all: active or not, but not hidden from them. */
    async meets(viewer: string, other: string): Promise<boolean> {
      const row = await context.profiles.get(other);
      return row !== undefined && (await metBy(context, viewer, [row])).has(other);
    },
    ...createStates(context),
    own: (member: string) => ownProfile(context, member),
    personalData: profilesData(context),
  };
}

function cachesOf(
  collection: ProfileCollection,
  { clock, presence }: Pick<CoreDeps, 'clock' | 'presence'>,
): Pick<ProfilesContext, 'profiles' | 'online'> {
  const { now } = clock;
  return {
    profiles: createReadCache({ ttlMs: PROFILE_CACHE_MS, max: 20_000, now }, async (ids) => {
      // The driver's default batch is about a hundred documents.
      const all = { batchSize: ids.length + 1 };
      const rows: ProfileRow[] = await collection.find({ _id: { $in: [...ids] } }, all).toArray();
      return new Map(rows.map((row) => [row._id, row]));
    }),
    online: createReadCache({ ttlMs: ONLINE_MS, max: 50_000, now }, async (ids) => {
      const online = await presence.online(ids);
      return new Map([...online].map((id) => [id, true]));
    }),
  };
}

/** Changes to a member’s profile by other features. */
function createStates(context: ProfilesContext) {
  const { collection, clock } = context;
  return {
    async setStatus(member: string, status: ProfileRow['status']): Promise<void> {
      await relist(context, member, { status });
      context.profiles.drop(member);
    },
    /** Switches invisible mode; search removes or adds the member at once. */
    async setInvisible(member: string, invisible: boolean): Promise<void> {
      if (await relist(context, member, { invisible })) await publishOwnChanged(context, member);
    },
    /** Accepts first messages from everyone, or only from people the member likes. */
    async setOpeners(member: string, takesOpeners: boolean): Promise<void> {
      await collection.updateOne({ _id: member }, { $set: { takesOpeners } });
      await publishOwnChanged(context, member);
    },
    /** An operator verified the person; shown on the profile. */
    async setVerified(member: string, verified: boolean): Promise<void> {
      const verifiedAt = verified ? clock.now() : null;
      await collection.updateOne({ _id: member }, { $set: { verifiedAt, changedAt: clock.now() } });
      context.profiles.drop(member);
    },
    /** Search follows the day of the last activity only, so a member's first call of a day counts as a change. */
    async seen(member: string, at: number): Promise<void> {
      const isFirst = { _id: member, lastActiveAt: { $lt: at - (at % DAY_MS) } };
      const first = await collection.updateOne(isFirst, { $set: { lastActiveAt: at, changedAt: at } });
      if (first.matchedCount === 0) {
        await collection.updateOne({ _id: member }, { $max: { lastActiveAt: at } });
      }
    },
  };
}

const TRIES = 20;

/**
 * Changes one of the fields that decide if search shows a profile, if the other one is unchanged since it was
 * read. Otherwise a member suspended while leaving invisible mode would be listed again. False if there is no
 * such profile.
 */
async function relist(
  { collection, clock }: ProfilesContext,
  member: string,
  change: Partial<Pick<ProfileRow, 'status' | 'invisible'>>,
): Promise<boolean> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const row = await collection.findOne({ _id: member });
    if (!row) return false;
    const { status, invisible } = row;
    const changed = { ...change, listed: listedIn({ ...row, ...change }), changedAt: clock.now() };
    const written = await collection.updateOne({ _id: member, status, invisible }, { $set: changed });
    if (written.matchedCount === 1) return true;
  }
  throw new Error('profile status not updated: too many concurrent changes');
}

async function createProfile(context: ProfilesContext, draft: ProfileDraft): Promise<void> {
  const { member, ...facts } = draft;
  const row: ProfileRow = {
    _id: member,
    ...facts,
    nameKey: nameKey(draft.name),
    fictional: false,
    status: 'not_confirmed',
    invisible: false,
    interests: [],
    photos: [],
    lastActiveAt: draft.createdAt,
    changedAt: draft.createdAt,
    shuffle: Math.random(),
    listed: null,
  };
  await context.collection.insertOne(row);
}

/** The current data of the member’s page frame. */
async function ownProfile(context: ProfilesContext, member: string): Promise<OwnProfile | undefined> {
  context.profiles.drop(member);
  const [row, { viewer, presenting }] = await Promise.all([
    context.profiles.get(member),
    viewerOf(context, member),
  ]);
  if (!row) return undefined;
  const [main] = row.photos;
  const picture = main && presentPhoto(main, 0, member, { ...viewer, isOwner: true }, presenting);
  return {
    name: row.name,
    country: row.country,
    region: row.region,
    gender: row.gender,
    sexuality: row.sexuality,
    status: row.status === 'disabled' ? 'disabled' : 'active',
    main_image: picture ? { filename: picture.filename, thumb_filename: picture.thumb_filename } : null,
  };
}
