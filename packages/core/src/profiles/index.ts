import { nameKey } from '@heartline/domain';
import { createReadCache, createStorage } from '@heartline/platform';
import type { Accounts, OwnProfile, ProfileDraft } from '../accounts/index.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import type { Site } from '../site/index.ts';
import { getCards, viewerOf } from './get-cards.ts';
import { getProfile } from './get-profile.ts';
import { listedIn, type ProfileRow, profileCollection } from './profile.model.ts';
import { presentPhoto } from './profile.presenter.ts';
import type { ProfilesContext } from './profiles-context.ts';
import { readPhoto } from './read-photo.ts';

export { type ProfileRow, profileCollection } from './profile.model.ts';

/** Profiles are read by member, which is the `_id`; the indexes of search are declared by discovery. */
export const indexes: readonly IndexSpec[] = [];

export type Profiles = ReturnType<typeof createProfiles>;

/** A profile as other features need it to decide. */
export interface Standing {
  status: ProfileRow['status'];
  name: string;
  fictional: boolean;
  site: string;
}

const CACHE_MS = 3_000;

/** Members’ profiles: cards, whole profiles and pictures, each as the viewer may see it. */
export function createProfiles(
  deps: Pick<CoreDeps, 'mongo' | 'clock' | 'ids' | 'logger' | 'config' | 'presence'>,
  features: {
    site: Pick<Site, 'settingsOf'>;
    accounts: Pick<Accounts, 'accountOf'>;
    conversationOf(a: string, b: string): string;
  },
) {
  const collection = profileCollection(deps.mongo);
  const context: ProfilesContext = {
    ...deps,
    ...features,
    collection,
    storage: createStorage(deps.config.mediaDir),
    profiles: createReadCache<ProfileRow>(
      { ttlMs: CACHE_MS, max: 20_000, now: deps.clock.now },
      async (ids) => {
        const rows: ProfileRow[] = await collection.find({ _id: { $in: [...ids] } }).toArray();
        return new Map(rows.map((row) => [row._id, row]));
      },
    ),
  };
  return {
    cards: (viewer: string, ids: readonly string[]) => getCards(context, viewer, ids),
    getProfile: (viewer: string, id: string) => getProfile(context, viewer, id),
    photoFile: (viewer: string, address: string) => readPhoto(context, viewer, address),
    /** Keeps a picture in all its forms; the answer goes into `photos`. */
    storePhoto: async (bytes: Uint8Array) => ({
      id: deps.ids.documentId(),
      key: await context.storage.putPicture(bytes),
    }),
    /** The whole row, for rules of later features; never for answers. */
    profileOf: (id: string) => context.profiles.get(id),
    /** Where a member stands, at most a few seconds old. */
    async standingOf(id: string): Promise<Standing | undefined> {
      const row = await context.profiles.get(id);
      return row && { status: row.status, name: row.name, fictional: row.fictional, site: row.site };
    },
    create: (draft: ProfileDraft) => createProfile(context, draft),
    async setStatus(member: string, status: ProfileRow['status']): Promise<void> {
      const row = await collection.findOne({ _id: member });
      if (!row) return;
      await collection.updateOne({ _id: member }, { $set: { status, listed: listedIn({ ...row, status }) } });
      context.profiles.drop(member);
    },
    async seen(member: string, at: number): Promise<void> {
      await collection.updateOne({ _id: member }, { $max: { lastActiveAt: at } });
    },
    own: (member: string) => ownProfile(context, member),
  };
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
    shuffle: Math.random(),
    listed: null,
  };
  await context.collection.insertOne(row);
}

/** What the member’s own frame shows. */
async function ownProfile(context: ProfilesContext, member: string): Promise<OwnProfile | undefined> {
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
