import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { at, locale, queryInt } from './shapes.ts';

/** Pages that every site has, at `/pages/<slug>`, with a shipped text in each language. */
export const SHIPPED_PAGES = [
  'terms',
  'privacy',
  'cookies',
  'ban',
  'faq',
  'return-policy',
  'service',
  'accessibility',
] as const;
export type ShippedPage = (typeof SHIPPED_PAGES)[number];

/** Name of a page: `terms`, or the whole path of a custom page. Never as long as the secret of a one-time link. */
export const PAGE_SLUG = /^(?=.{1,40}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** A piece of text of one look. */
export const pageRun = z.strictObject({
  /** The words. */
  text: z.string(),
  /** Important. */
  strong: z.optional(z.literal(true)),
  /** Stressed. */
  emphasis: z.optional(z.literal(true)),
  /** Target, if it is a link: https, mailto, tel, or a path or anchor of this site. */
  href: z.optional(z.string()),
});
export type PageRun = z.infer<typeof pageRun>;

/** The words of a paragraph, a heading or a cell. */
const runs = z.array(pageRun);

/** A part of a page. It holds words and no markup, so a client draws it as it likes. */
export const pageBlock = z.discriminatedUnion('kind', [
  z.strictObject({
    /** A heading. */
    kind: z.literal('heading'),
    level: z.union([z.literal(2), z.literal(3), z.literal(4)]),
    /** Its name in a link: `#anchor`. */
    anchor: z.string(),
    content: runs,
  }),
  z.strictObject({
    /** A paragraph. */
    kind: z.literal('paragraph'),
    content: runs,
  }),
  z.strictObject({
    /** A list. */
    kind: z.literal('list'),
    /** True if it is numbered. */
    ordered: z.boolean(),
    /** The first number. */
    start: z.int(),
    entries: z.array(
      z.strictObject({
        paragraphs: z.array(runs),
        /** A list under this entry. */
        list: z.optional(
          z.strictObject({
            /** True if it is numbered. */
            ordered: z.boolean(),
            entries: z.array(runs),
          }),
        ),
      }),
    ),
  }),
  z.strictObject({
    /** A quotation. */
    kind: z.literal('quote'),
    paragraphs: z.array(runs),
  }),
  z.strictObject({
    /** A picture of this site. */
    kind: z.literal('image'),
    /** Its path. */
    src: z.string(),
    /** Words for people who do not see it. */
    alt: z.string(),
  }),
  z.strictObject({
    /** A table. */
    kind: z.literal('table'),
    /** Heads of its columns. */
    head: z.array(runs),
    rows: z.array(z.array(runs)),
  }),
  z.strictObject({
    /** Names with their values, such as those of the company. */
    kind: z.literal('facts'),
    facts: z.array(
      z.strictObject({
        /** Name of the value. */
        label: z.string(),
        content: runs,
      }),
    ),
  }),
  z.strictObject({
    /** A button to another page. */
    kind: z.literal('button'),
    /** Path of that page. */
    href: z.string(),
    /** Words on the button. */
    label: z.string(),
  }),
  z.strictObject({
    /** A line between two parts. */
    kind: z.literal('divider'),
  }),
]);
export type PageBlock = z.infer<typeof pageBlock>;

export const pageText = z.strictObject({
  /** Name of the page now. It differs from the requested one if the page was renamed: its address is the new one. */
  slug: z.string(),
  /** Language of the text. It differs from the requested one if the page has no text in that language. */
  locale,
  /** Title of the page. */
  title: z.string(),
  /** One sentence for search engines; empty without one. */
  description: z.string(),
  /** Number of the operator’s version in this language; 0 for the text that the product ships. */
  version: z.int(),
  /** The version that is published now. */
  latest: z.int(),
  /** Versions that were published before it, the newest first; version 0 is the shipped text. */
  earlier: z.array(
    z.strictObject({
      version: z.int(),
      /** When it was published; for the shipped text, when the company's terms began to hold. */
      at,
    }),
  ),
  /** Since when this version holds; null for a shipped text without a date. Terms always have one. */
  date: z.nullable(at),
  /** The text. */
  blocks: z.array(pageBlock),
});
export type PageText = z.infer<typeof pageText>;

export const getPage = defineCall({
  name: 'getPage',
  feature: 'pages',
  summary:
    'The text of a page such as the terms, or of a page that the operator added, in the caller’s language.',
  access: 'public',
  method: 'GET',
  path: '/api/page.php',
  input: z.strictObject({
    /** Name of the page, such as `terms`. */
    slug: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
    /** The wanted language; without it that of the caller. */
    locale: z.optional(locale),
    /** An earlier version that was published, or 0 for the shipped text; without it the one that holds now. */
    version: z.optional(queryInt(0, 99_999)),
  }),
  output: pageText,
  refusals: ['NOT_FOUND', 'PAGE_GONE'],
  limit: 'read',
});
