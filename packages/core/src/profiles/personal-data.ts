import type { ExportPart, PersonalData } from '../accounts/index.ts';
import { eraseProfile } from './erase-profile.ts';
import { questionsFor } from './list-prompts.ts';
import type { ProfileRow } from './profile.model.ts';
import type { ProfilesContext } from './profiles-context.ts';

/** The profile and its pictures, including recently removed ones. All of it is erased. */
export function profilesData(context: ProfilesContext): PersonalData {
  const { collection, storage } = context;
  return {
    erase: (member) => eraseProfile(context, member),
    async count(member) {
      const row = await collection.findOne({ _id: member });
      return row ? 1 + picturesOf(row).length : 1;
    },
    async *gather(member): AsyncGenerator<ExportPart> {
      const row = await collection.findOne({ _id: member });
      if (!row) return;
      const pictures = picturesOf(row);
      const photos = pictures.map(({ name }) => `photos/${name}.webp`);
      yield {
        kind: 'data',
        name: 'profile',
        title: 'profile',
        data: { ...factsOf(row), prompts: await promptsOf(context, row), photos },
      };
      for (const { name, key } of pictures) {
        const bytes = await storage.readPicture(key, 'original');
        if (bytes) yield { kind: 'picture', name, bytes };
      }
    },
  };
}

/** Answered prompts with the question in the member's language; a withdrawn prompt has its name instead. */
async function promptsOf(context: ProfilesContext, { _id, prompts = [] }: ProfileRow) {
  const questions = await questionsFor(context, _id);
  return prompts.map(({ key, answer }) => ({ question: questions.get(key) ?? key, answer }));
}

/** Every stored picture, with its file name. */
function picturesOf({ photos, removedPhotos = [] }: ProfileRow): { name: string; key: string }[] {
  const named = (prefix: string) => (photo: { key: string }, index: number) => ({
    name: `${prefix}${String(index + 1).padStart(2, '0')}`,
    key: photo.key,
  });
  return [...photos.map(named('')), ...removedPhotos.map(named('removed-'))];
}

/** Fields the member wrote or chose, and recorded times; no internals of search and storage. */
const FACTS = [
  'name',
  'gender',
  'sexuality',
  'dateOfBirth',
  'country',
  'region',
  'city',
  'language',
  'about',
  'interests',
  'hairColor',
  'eyeColor',
  'bodyType',
  'relationshipStatus',
  'tattoos',
  'reason',
  'height',
  'children',
  'smoking',
  'drinking',
  'religion',
  'status',
  'invisible',
  'fictional',
  'createdAt',
  'lastActiveAt',
  'verifiedAt',
] as const satisfies readonly (keyof ProfileRow)[];

function factsOf(row: ProfileRow): object {
  return Object.fromEntries(FACTS.map((fact) => [fact, row[fact] ?? null]));
}
