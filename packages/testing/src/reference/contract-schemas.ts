import * as contracts from '@heartline/contracts';
import { z } from 'zod';
import { $ZodDiscriminatedUnion, $ZodObject } from 'zod/v4/core';
import { type Comments, type Part, readContractComments } from './contract-comments.ts';

/** A JSON Schema, as far as the reference pages read it. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minLength?: number;
  minItems?: number;
  maxItems?: number;
  [other: string]: unknown;
}

/** A contract of any kind, with the common fields. */
type Contract = { name: string } & { [part in Part]?: unknown };

/** Path of named shapes in the OpenAPI document. */
export const COMPONENTS = '#/components/schemas/';

/** Schemas of contracts with the comments of their sources as descriptions. */
export interface ContractSchemas {
  /**
   * The schema of one part. `io`: as a client writes it (`input`), or as it reads once parsed (`output`). Exported
   * shapes are references to `components`.
   */
  of(contract: Contract, part: Part, io?: 'input' | 'output'): JsonSchema;
  /** The exported shapes referred to so far, by name. */
  components(): Record<string, JsonSchema>;
  /** The shape that a schema refers to, or the schema itself. */
  resolve(schema: JsonSchema): JsonSchema;
}

/** Starts a collection of schemas. */
export function createContractSchemas(): ContractSchemas {
  const comments = readContractComments();
  const names = z.registry<{ id: string }>();
  const exportOf = new Map<string, string>();
  for (const [name, value] of Object.entries<unknown>(contracts)) {
    if (!(value instanceof $ZodObject || value instanceof $ZodDiscriminatedUnion)) continue;
    const id = `${name[0]?.toUpperCase()}${name.slice(1)}`;
    exportOf.set(id, name);
    names.add(value as unknown as z.ZodType, { id });
  }
  const components: Record<string, JsonSchema> = {};
  return {
    of(contract, part, io = part === 'output' ? 'output' : 'input') {
      const made = z.toJSONSchema(contract[part] as z.ZodType, {
        metadata: names,
        io,
        unrepresentable: 'any',
      });
      const schema = plain(made) as JsonSchema & { $defs?: Record<string, JsonSchema> };
      for (const [id, shape] of Object.entries(schema.$defs ?? {}))
        components[id] = described(without(shape, ['id']), comments.ofSchema(exportOf.get(id) ?? ''));
      return described(without(schema, ['$schema', '$defs']), comments.ofPart(contract.name, part));
    },
    resolve: (schema) => components[schema.$ref?.slice(COMPONENTS.length) ?? ''] ?? schema,
    components: () => Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Removes the limits of a safe integer, and replaces exported shapes by references. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([, value]) => Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER)
      .map(([name, value]) =>
        name === '$ref' ? [name, String(value).replace('#/$defs/', COMPONENTS)] : [name, plain(value)],
      ),
  );
}

function without(schema: JsonSchema, names: readonly string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));
}

/** The schema with its comments as descriptions, at every depth that both have. */
function described(schema: JsonSchema, comments: Comments | undefined): JsonSchema {
  if (!comments) return schema;
  const { own, type, format } = comments;
  // The target of a reference has its own description.
  const meaning = own ?? (schema.$ref ? undefined : type);
  const description = meaning && [meaning, format].filter(Boolean).join(' ');
  return { ...inside(schema, comments), ...(description && { description }) };
}

function inside(schema: JsonSchema, comments: Comments): JsonSchema {
  const { properties, items, anyOf, oneOf, additionalProperties: values } = schema;
  if (schema.$ref) return schema;
  const choices = anyOf ?? oneOf;
  if (choices)
    return { ...schema, [anyOf ? 'anyOf' : 'oneOf']: choices.map((one, n) => choice(one, n, comments)) };
  return {
    ...schema,
    ...(properties && {
      properties: mapped(properties, (one, name) => described(one, comments.properties?.[name])),
    }),
    ...(items && { items: inside(items, comments.items ?? {}) }),
    ...(typeof values === 'object' && { additionalProperties: described(values, comments.items) }),
  };
}

/** One shape of a union, or of a nullable shape. */
function choice(schema: JsonSchema, n: number, comments: Comments): JsonSchema {
  return comments.choices ? described(schema, comments.choices[n]) : inside(schema, comments);
}

function mapped<One, Other>(
  values: Record<string, One>,
  change: (value: One, name: string) => Other,
): Record<string, Other> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}
