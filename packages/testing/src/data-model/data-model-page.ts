import { JOBS } from '@heartline/contracts/registry';
import { INDEXES, shardKeyOf } from '@heartline/core';
import { QUEUE_NAMES } from '@heartline/platform';
import { schedulesOf, workerSchema } from '@heartline/worker';
import type { CollectionEntry } from './collection-entry.ts';
import { COLLECTIONS } from './collections.ts';
import { readCollections } from './read-sources.ts';
import { REDIS_KEYS } from './redis-keys.ts';

/** Folders of the features, in the order in which core builds them. */
const FOLDERS = [
  'site',
  'accounts',
  'accounts/operators',
  'safety',
  'profiles',
  'credits',
  'payments',
  'messaging',
  'messaging/operators',
  'likes',
  'discovery',
  'notifications',
  'invariants',
] as const;

const HEAD = `# Data model

Made by \`npm run reference -w @heartline/testing\`; do not edit. Collections, indexes and shard keys come from the code. Their
meaning, writers and retention come from \`packages/testing/src/data-model\`. A test fails when a collection
or a Redis key of the sources is missing here. Words: [glossary](glossary.md). Why: [decisions](../infra/decisions/README.md).

- **Not sharded today.** The shard key is the one to use on a cluster. Every unique index starts with it
  ([shard-keys.ts](../packages/core/src/shard-keys.ts), [capacity](capacity.md)).
- **Indexes** beside \`_id\` are created by [migrate.ts](../packages/core/src/migrate.ts) when a service starts. There are no
  partial indexes. TTL: the database deletes the document once the time in the field is over.
- **Written by**: \`gateway\` (calls and events), \`worker\` (jobs), \`admin\` (\`npm run admin\`), \`start\` (the demo of \`npm start\`).
  All write through \`packages/core\`.
- **Order of truth**: \`ledger\`, \`settlements\` and \`messages\` are inserted once. \`inbox\`, \`operatorQueue\` and all of Redis can be
  rebuilt from them.
- Pictures and archives are files under \`MEDIA_DIR\`, never in the database.
`;

/** The page: MongoDB by owner, then Redis, then queues. Throws where a collection has no entry. */
export function buildDataModelPage(): string {
  const sections = new Map<string, string[]>();
  for (const [collection, file] of [...readCollections()].sort(byEntry)) {
    const folder = folderOf(file);
    sections.set(folder, [...(sections.get(folder) ?? []), rowOf(collection, file)]);
  }
  return [
    HEAD,
    '## MongoDB\n',
    ...[...sections.keys()].sort(byFeature).map((folder) => sectionOf(folder, sections.get(folder) ?? [])),
    '## Redis\n',
    'Everything in Redis may be lost. `<prefix>` is `REDIS_PREFIX`; braces keep the keys of one member on one node.\n',
    tableOf(
      ['Name', 'Type', 'Holds', 'Written by', 'Retention'],
      Object.values(REDIS_KEYS).map(({ name, type, holds, writers, retention }) => [
        name,
        type,
        holds,
        writers,
        retention,
      ]),
    ),
    '## BullMQ queues\n',
    'Keys begin with `{<prefix>:<queue>}:<queue>:`. A job is a hint: what it would do is found again by a sweep. Finished jobs stay',
    'an hour, failed ones a week, failed ones of `notify` not at all. Payloads: [events.md](../infra/reference/events.md).\n',
    tableOf(['Queue', 'Job', 'Does', 'Runs'], QUEUE_NAMES.flatMap(jobsOf)),
  ].join('\n');
}

function sectionOf(folder: string, rows: readonly string[]): string {
  const [, feature = ''] = folder.split('packages/core/src/');
  const title = FOLDERS.some((one) => one === feature) ? feature : folder;
  const head = '| Collection | Holds | `_id` | Indexes | Shard key | Written by | Retention |';
  return `### ${title}\n\nOwner: [${folder}](../${folder})\n\n${head}\n|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

function rowOf(collection: string, file: string): string {
  const entry: CollectionEntry | undefined = COLLECTIONS[collection];
  if (!entry)
    throw new Error(`no entry for the collection ${collection}: add one to data-model/collections.ts`);
  const cells = [
    `[\`${collection}\`](../${file})`,
    entry.holds,
    entry.key,
    indexesOf(collection).join('<br>') || '–',
    `\`${fieldsOf(shardKeyOf(collection))}\``,
    entry.writers.join(', '),
    entry.retention,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Each index with what is special about it: `{owner: 1, key: 1}` unique. */
function indexesOf(collection: string): string[] {
  return INDEXES.filter((index) => index.collection === collection).map(({ key, options }) => {
    const kind = [options?.unique && ' unique', options?.expireAfterSeconds !== undefined && ' TTL'];
    return `\`${fieldsOf(key)}\`${kind.filter(Boolean).join('')}`;
  });
}

const fieldsOf = (key: Readonly<Record<string, string | number>>) =>
  `{${Object.entries(key)
    .map(([field, way]) => `${field}: ${way}`)
    .join(', ')}}`;

function jobsOf(queue: (typeof QUEUE_NAMES)[number]): string[][] {
  const schedules = schedulesOf({ fullCheckDays: workerSchema.shape.FULL_CHECK_DAYS.parse(undefined) });
  return JOBS.filter((job) => job.queue === queue)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, summary }) => {
      const times = schedules.filter((one) => one.name === name).map(({ everyMs }) => spanOf(everyMs));
      return [
        `\`${queue}\``,
        `\`${name}\``,
        summary,
        times.length > 0 ? `every ${times.join(', ')}` : 'when asked',
      ];
    });
}

/** A span in its largest whole unit: `5 min`. */
function spanOf(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
  ] as const;
  const unit = units.find(([, size]) => ms % size === 0);
  return unit ? `${ms / unit[1]} ${unit[0]}` : `${ms / 1_000} s`;
}

const ENTRIES = Object.keys(COLLECTIONS);
const byEntry = ([a]: [string, string], [b]: [string, string]) => ENTRIES.indexOf(a) - ENTRIES.indexOf(b);

const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));

function byFeature(a: string, b: string): number {
  const placeOf = (folder: string) => {
    const place = FOLDERS.findIndex((feature) => folder === `packages/core/src/${feature}`);
    return place === -1 ? FOLDERS.length : place;
  };
  return placeOf(a) - placeOf(b) || (a < b ? -1 : 1);
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `${[head, head.map(() => '---'), ...rows].map(lineOf).join('\n')}\n`;
}
