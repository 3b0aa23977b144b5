import {
  type CompanyInfo,
  isTextPattern,
  type Locale,
  type PageBlock,
  type PageRun,
  type PageText,
  type SiteSettings,
  VISITOR_PAGES,
  type VisitorPage,
} from '@heartline/contracts';
import { escapeHtml } from '@heartline/domain';
import {
  defaultLocale,
  localeAddress,
  PAGE_HEADS,
  regionalLocale,
  regionOf,
  siteLocales,
} from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';

/** Facts for the head of a page. */
export interface HeadFacts {
  /** The page for visitors; none for members' pages and unknown addresses. */
  page: VisitorPage | undefined;
  /** Its path without a language. */
  path: string;
  /** The words of a page of text. */
  text: PageText | undefined;
  /** The language that the page is shown in. */
  locale: Locale;
  settings: SiteSettings;
  company: CompanyInfo;
  /** The origin of the site's public addresses. */
  origin: string;
  /** True if search engines may list the site. */
  isListed: boolean;
}

interface Titles {
  title: string;
  description: string;
}

/** Title and description of a page, with the name of the site. */
function titlesOf({ page, text, locale, settings }: HeadFacts): Titles {
  const { name, index_title: indexTitle, description } = settings;
  if (text) return { title: `${text.title} · ${name}`, description: text.description };
  if (!page || isTextPattern(page)) return { title: indexTitle || name, description };
  const texts = PAGE_HEADS[page];
  const values = { age: settings.min_age };
  const shipped = {
    title: `${serverText(locale, texts.title, values)} · ${name}`,
    description: serverText(locale, texts.description, values),
  };
  return page === '/' && locale === defaultLocale(settings) ? ofOperator(settings, shipped) : shipped;
}

/** The operator wrote title and description of the first page in one language: that of the site. */
function ofOperator({ name, index_title: indexTitle, description }: SiteSettings, shipped: Titles): Titles {
  return {
    title: indexTitle && indexTitle !== name ? indexTitle : shipped.title,
    description: description || shipped.description,
  };
}

/**
 * The tags of the head from the title on: description, address, languages, preview and structured data. Search engines
 * list only pages for visitors, and only if the site wants it.
 */
export function headOf(facts: HeadFacts): string {
  const { title, description } = titlesOf(facts);
  const isIndexed = facts.isListed && facts.page !== undefined && VISITOR_PAGES[facts.page].isIndexed;
  return [
    `<title>${escapeHtml(title)}</title>`,
    description && meta('name', 'description', description),
    !isIndexed && meta('name', 'robots', 'noindex'),
    facts.page && aboutAddress(facts, isIndexed),
    facts.page && preview(facts, { title, description }),
    facts.page && structured(facts, facts.page, title),
  ]
    .filter(Boolean)
    .join('');
}

/** The language of the page’s own address: a page may be shown in one that the site has no addresses for. */
const addressed = ({ locale, settings }: HeadFacts): Locale =>
  siteLocales(settings).includes(locale) ? locale : defaultLocale(settings);

/** The one address of the page, and the same page in the other languages of the site. */
function aboutAddress(facts: HeadFacts, isIndexed: boolean): string {
  const { settings, origin, path } = facts;
  const locales = siteLocales(settings);
  const at = (one: Locale) => escapeHtml(`${origin}${localeAddress(path, one, settings)}`);
  const own = addressed(facts);
  const link = (lang: string, href: string) => `<link rel="alternate" hreflang="${lang}" href="${href}" />`;
  return [
    `<link rel="canonical" href="${at(own)}" />`,
    ...(isIndexed
      ? [...locales.map((one) => link(one, at(one))), link('x-default', at(defaultLocale(settings)))]
      : []),
  ].join('');
}

/** The card of a shared link. Its picture is the site's mark, never a member. */
function preview(facts: HeadFacts, { title, description }: { title: string; description: string }): string {
  const { path, locale, settings, origin } = facts;
  return [
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', settings.name),
    meta('property', 'og:title', title),
    description && meta('property', 'og:description', description),
    meta('property', 'og:url', `${origin}${localeAddress(path, addressed(facts), settings)}`),
    meta('property', 'og:locale', regionalLocale(locale, regionOf([locale])).replace('-', '_')),
    meta('property', 'og:image', `${origin}/icons/share.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
    .filter(Boolean)
    .join('');
}

/** The operator of the site, or the place of the page in the site, in the terms of schema.org. */
function structured(facts: HeadFacts, page: VisitorPage, title: string): string {
  const { locale, settings, company, origin, path, text } = facts;
  const own = addressed(facts);
  const home = `${origin}${localeAddress('/', own, settings)}`;
  if (page !== '/') {
    const here = `${origin}${localeAddress(path, own, settings)}`;
    const steps = [
      { name: settings.name, item: home },
      { name: title.replace(` · ${settings.name}`, ''), item: here },
    ].map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step }));
    const questions =
      text?.slug === 'faq' ? jsonLd({ '@type': 'FAQPage', mainEntity: questionsOf(text) }) : '';
    return jsonLd({ '@type': 'BreadcrumbList', itemListElement: steps }) + questions;
  }
  const organization = {
    '@type': 'Organization',
    name: company.name || settings.name,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    email: settings.support_email,
    ...(company.support_phone && { telephone: company.support_phone }),
  };
  return (
    jsonLd(organization) + jsonLd({ '@type': 'WebSite', name: settings.name, url: home, inLanguage: locale })
  );
}

/** Each heading of the second level is a question; the words up to the next one answer it. */
function questionsOf({ blocks }: PageText): object[] {
  const found: { name: string; answer: string[] }[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 2)
      found.push({ name: wordsOf(block.content), answer: [] });
    else found.at(-1)?.answer.push(answerOf(block));
  }
  return found.map(({ name, answer }) => ({
    '@type': 'Question',
    name,
    acceptedAnswer: { '@type': 'Answer', text: answer.filter(Boolean).join('\n') },
  }));
}

const wordsOf = (runs: readonly PageRun[]) => runs.map(({ text }) => text).join('');

function answerOf(block: PageBlock): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return wordsOf(block.content);
    case 'list':
      return block.entries.map(({ paragraphs }) => paragraphs.map(wordsOf).join(' ')).join('\n');
    case 'quote':
      return block.paragraphs.map(wordsOf).join('\n');
    case 'table':
      return block.rows.map((row) => row.map(wordsOf).join(': ')).join('\n');
    case 'facts':
      return block.facts.map(({ label, content }) => `${label}: ${wordsOf(content)}`).join('\n');
    default:
      return '';
  }
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}

/** Data, not code: browsers do not run this type. In a script element nothing but its end tag could end it early. */
function jsonLd(data: object): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json">${json}</script>`;
}
