/** The hand-written row of a family of Redis keys or channels. Markdown, for a cell of a table. */
export interface RedisEntry {
  /** A whole name. `<prefix>` is `REDIS_PREFIX`. */
  name: string;
  type: string;
  holds: string;
  writers: string;
  retention: string;
}

/**
 * Every family by the start of its name in the sources, after the prefix. `data-model-page.test.ts` fails if a family
 * is missing.
 */
export const REDIS_KEYS: Readonly<Record<string, RedisEntry>> = {
  ':version:': {
    name: '`<prefix>:version:{<member>}`',
    type: 'hash',
    holds: 'number of the member’s last durable event, its epoch, and when member and likes last changed',
    writers: 'gateway, worker',
    retention: 'for ever; lost, it starts again under a new epoch and clients fetch a snapshot',
  },
  ':online:': {
    name: '`<prefix>:online:{<member>}`',
    type: 'string',
    holds: 'a device of the member is connected',
    writers: 'gateway, every 25 s',
    retention: '70 s',
  },
  ':here:': {
    name: '`<prefix>:here:{<last digit of the member>}`',
    type: 'sorted set',
    holds: 'online members by the end of their time, for a search by it',
    writers: 'gateway, every 25 s',
    retention: '70 s a member',
  },
  ':focus:': {
    name: '`<prefix>:focus:{<member>}`',
    type: 'hash',
    holds: 'what each device of the member has in front',
    writers: 'gateway',
    retention: '70 s',
  },
  ':limit:': {
    name: '`<prefix>:limit:<limit>:<key>`',
    type: 'string',
    holds: 'calls counted against a limit that guards secrets or money',
    writers: 'gateway',
    retention: 'the window of the limit',
  },
  ':running:': {
    name: '`<prefix>:running:<schedule>`',
    type: 'string',
    holds: 'the job of a schedule that runs now, so that one runs at a time',
    writers: 'worker',
    retention: '10 s, renewed while it runs',
  },
  ':heard:': {
    name: '`<prefix>:heard:<queue>`',
    type: 'string',
    holds: 'a canary job came through the queue lately',
    writers: 'worker',
    retention: '30 s',
  },
  ':dev-clock': {
    name: '`<prefix>:dev-clock`',
    type: 'string',
    holds: 'by how many ms the clocks of a development system are ahead',
    writers: 'dev hub',
    retention: 'for ever; not read in production',
  },
  '#/#': {
    name: '`<prefix>#/#user:{<member>}#`',
    type: 'sharded channel',
    holds: 'frames of events for all devices of a member; other rooms of Socket.IO likewise',
    writers: 'gateway, worker',
    retention: 'not stored',
  },
  'toKey:kept': {
    name: '`{<prefix>:notify}:notify:kept`',
    type: 'string',
    holds: 'the run of Redis that the queue of pushes is known to be whole under',
    writers: 'worker',
    retention: 'for ever; lost, recent pushes are asked about again',
  },
};
