import type { InboundContract, JobContract, OutboundContract } from '@heartline/contracts';
import { schemaOf } from './openapi.ts';

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
}

/** The reference of live events and jobs, as a Markdown page. */
export function buildEventReference(
  inbound: readonly InboundContract[],
  outbound: readonly OutboundContract[],
  jobs: readonly JobContract[],
): string {
  return [
    '# Live events and jobs',
    '',
    'Made from the contracts in packages/contracts; do not edit.',
    '',
    '## Connecting',
    '',
    'Socket.IO over WebSocket alone, with the cookie of a session and, where wanted, `auth: { member }`: the id of the',
    'member that is meant. Refused with AUTHENTICATION_REQUIRED, ANOTHER_MEMBER, RATE_LIMITED (too many sockets of this',
    'member here) or UNAVAILABLE as the message of the `connect_error`.',
    '',
    '## From a client',
    '',
    'Sent with one payload and an ack function; the ack is `{ ok: true, value }` or `{ ok: false, refusal }`.',
    '',
    ...inbound.flatMap((event) => [
      `### ${event.name}`,
      '',
      event.summary,
      '',
      ...rows('Payload', event.input),
      ...rows('Value', event.output),
      ...(event.refusals.length > 0 ? [`Refusals: ${event.refusals.join(', ')}`, ''] : []),
    ]),
    '## To a client',
    '',
    'Durable events carry `version`, so that a client notices what it missed. An early one, which tells its own place,',
    'may come with `version: null` and its number afterwards, by `sync:counted`: before the next event that has a number,',
    'before a tick, and within a second or so.',
    '',
    ...outbound.flatMap((event) => [
      `### ${event.name}${kindOf(event)}`,
      '',
      event.summary,
      '',
      ...rows('Payload', event.payload),
    ]),
    '## Jobs',
    '',
    ...jobs.flatMap((job) => [
      `### ${job.name} (queue ${job.queue})`,
      '',
      job.summary,
      '',
      ...rows('Data', job.data),
    ]),
  ].join('\n');
}

function kindOf({ durable, early }: OutboundContract): string {
  if (!durable) return '';
  return early ? ' (durable, early)' : ' (durable)';
}

function rows(title: string, schema: unknown): string[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'output') as Shape;
  const fields = Object.entries(properties);
  if (fields.length === 0) return [];
  return [
    `${title}:`,
    '',
    ...fields.map(([name, shape]) => `- \`${name}${required.includes(name) ? '' : '?'}\`: ${say(shape)}`),
    '',
  ];
}

/** A type in a few words; what lies deeper is one look at the contract away. */
function say(shape: Shape): string {
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.enum) return shape.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return choices.map(say).join(' or ');
  if (shape.type === 'array') return `list of ${shape.items ? say(shape.items) : 'anything'}`;
  if (shape.type === 'object' && shape.properties) return `{ ${Object.keys(shape.properties).join(', ')} }`;
  return shape.type ?? 'anything';
}
