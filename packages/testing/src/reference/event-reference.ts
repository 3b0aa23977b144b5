import { type InboundContract, type JobContract, LIMITS, type OutboundContract } from '@heartline/contracts';
import { COMPONENTS, createContractSchemas, type JsonSchema } from './contract-schemas.ts';
import { COMMON_REFUSALS, EVENT_GUIDE } from './event-guide.ts';

/** The reference of live events and jobs, as a Markdown page. */
export function buildEventReference(
  inbound: readonly InboundContract[],
  outbound: readonly OutboundContract[],
  jobs: readonly JobContract[],
): string {
  const schemas = createContractSchemas();
  const rowsOf = (title: string, schema: JsonSchema) => rows(title, schemas.resolve(schema));
  const page = [
    EVENT_GUIDE,
    '## From a client',
    '',
    ...inbound.flatMap((event) => [
      `### ${event.name}`,
      '',
      event.summary,
      '',
      ...rowsOf('Payload', schemas.of(event, 'input')),
      ...rowsOf('Value of the ack', schemas.of(event, 'output')),
      ...(event.limit ? [`At most ${limitOf(event.limit)}.`, ''] : []),
      ...refusalsOf(event),
    ]),
    '## To a client',
    '',
    ...outbound.flatMap((event) => [
      `### ${event.name}${kindOf(event)}`,
      '',
      event.summary,
      '',
      ...rowsOf('Payload', schemas.of(event, 'payload', 'output')),
    ]),
    '## Jobs',
    '',
    'Of the worker; no client meets them.',
    '',
    ...jobs.flatMap((job) => [
      `### ${job.name} (queue ${job.queue})`,
      '',
      job.summary,
      '',
      ...rowsOf('Data', schemas.of(job, 'data', 'output')),
    ]),
    '## Shapes',
    '',
    'What the properties above refer to, by name.',
  ];
  const shapes = Object.entries(schemas.components()).flatMap(([name, shape]) => [
    '',
    `### ${name}`,
    '',
    ...(shape.description ? [shape.description, ''] : []),
    ...(shape.properties ? fields(shape) : [`One of ${say(shape)}.`]),
  ]);
  return `${[...page, ...shapes].join('\n')}\n`;
}

function limitOf(name: keyof typeof LIMITS): string {
  const { points, seconds, by } = LIMITS[name];
  return `${points} in ${seconds} s by ${by}`;
}

function refusalsOf({ refusals }: InboundContract): string[] {
  const own = refusals.filter((code) => !COMMON_REFUSALS.some(([common]) => common === code));
  return own.length > 0 ? [`Refusals besides the common ones: ${own.join(', ')}`, ''] : [];
}

function kindOf({ durable, early }: OutboundContract): string {
  if (!durable) return '';
  return early ? ' (durable, early)' : ' (durable)';
}

function rows(title: string, shape: JsonSchema): string[] {
  const lines = fields(shape);
  return lines.length > 0 ? [`${title}:`, '', ...lines, ''] : [];
}

/** A line for each property, followed by its own properties. */
function fields({ properties = {}, required = [] }: JsonSchema, depth = 0): string[] {
  return Object.entries(properties).flatMap(([name, shape]) => [
    `${'  '.repeat(depth)}- \`${name}${required.includes(name) ? '' : '?'}\`: ${say(shape)}${shape.description ? `. ${shape.description}` : ''}`,
    ...partsOf(shape).flatMap((part) => fields(part, depth + 1)),
  ]);
}

/** Unnamed objects directly inside a shape. */
function partsOf(shape: JsonSchema): JsonSchema[] {
  const choices = shape.anyOf ?? shape.oneOf ?? [];
  return [shape, ...(shape.items ? [shape.items] : []), ...choices].filter((one) => one.properties);
}

/** A short description of a type. */
function say(shape: JsonSchema): string {
  if (shape.$ref) return linkTo(shape.$ref.slice(COMPONENTS.length));
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.enum) return shape.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return choices.map(say).join(' or ');
  if (shape.type === 'array')
    return `list of ${shape.items ? say(shape.items) : 'anything'}${boundsOf(shape.minItems, shape.maxItems)}`;
  if (shape.type === 'string' && shape.pattern) return `string like \`${shape.pattern}\``;
  const bounds =
    shape.type === 'string'
      ? boundsOf(shape.minLength, shape.maxLength)
      : boundsOf(shape.minimum, shape.maximum);
  return `${[shape.type].flat().join(' or ') || 'anything'}${bounds}`;
}

const linkTo = (name: string) => `[${name}](#${name.toLowerCase()})`;

function boundsOf(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined && maximum === undefined) return '';
  if (maximum === undefined) return ` (at least ${minimum})`;
  return minimum === undefined ? ` (at most ${maximum})` : ` (${minimum} to ${maximum})`;
}
