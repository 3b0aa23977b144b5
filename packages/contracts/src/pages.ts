import {
  LANDER_SLUG,
  LANDERS,
  type Lander,
  landerSlug,
  MEMBER_LANDERS,
  type MemberLander,
} from './pages.landers.ts';
import { PAGE_SLUG, SHIPPED_PAGES } from './pages.texts.ts';
import { LOCALES } from './shapes.ts';

/** The secret of a one-time link from an e-mail: the whole address, or a query. */
export const ONE_TIME_SECRET = /^[\w-]{43}$/;

/**
 * Every address of a page of the web app. Its router declares exactly these, which `page-addresses.test.ts` holds; the
 * gateway answers any other address with 404.
 */
export const PAGES = [
  '/',
  '/$token',
  '/account',
  '/account-deleted',
  '/account/delete',
  '/activate',
  '/activate/done',
  '/activate/error',
  '/blocked',
  '/cases/$id',
  '/chats',
  '/chats/$conversation',
  '/complaints',
  '/complete-signup',
  '/credits',
  '/credits/$pack',
  '/credits/$pack/$paymentmethod',
  '/credits/limits',
  '/credits/refund',
  '/credits/repeat-order',
  '/credits/statement',
  '/directdebit',
  '/landers/$lander',
  '/landers/$lander/$campaign',
  '/lang-config',
  '/likes',
  '/likes/$type',
  '/likes/m/$id',
  '/login',
  '/mail-change/do',
  '/match-finder',
  '/members',
  '/members/$id',
  '/members/$id/chat',
  '/members/$id/landing',
  '/members/$id/landing2',
  '/members/$id/landing2/$campaign',
  '/members/$id/landing3',
  '/members/$id/landing3/$campaign',
  '/members/$id/signup',
  '/notifications',
  '/operator',
  '/operator/landers',
  '/pages/$slug',
  '/premium',
  '/pricing',
  '/profile',
  '/reset-password',
  '/reset-password/do',
  '/settings',
  '/signup',
  '/signup-matches',
  '/swipe-game',
  '/transactions',
  '/transactions/$id',
  '/withdraw',
] as const;

/**
 * Pages for visitors. Each also has an address for every language of the site, such as `/de/pricing`. Search engines may
 * list those that are `indexed`.
 */
export const VISITOR_PAGES = {
  '/': { isIndexed: true },
  '/$token': { isIndexed: true },
  '/complaints': { isIndexed: true },
  '/landers/$lander': { isIndexed: false },
  '/landers/$lander/$campaign': { isIndexed: false },
  '/login': { isIndexed: false },
  '/members/$id/landing': { isIndexed: false },
  '/members/$id/landing2': { isIndexed: false },
  '/members/$id/landing2/$campaign': { isIndexed: false },
  '/members/$id/landing3': { isIndexed: false },
  '/members/$id/landing3/$campaign': { isIndexed: false },
  '/pages/$slug': { isIndexed: true },
  '/pricing': { isIndexed: true },
  '/signup': { isIndexed: true },
  '/swipe-game': { isIndexed: true },
  '/withdraw': { isIndexed: false },
} as const satisfies Partial<Record<(typeof PAGES)[number], { isIndexed: boolean }>>;

/** The pattern of a page for visitors, such as `/pricing`. */
export type VisitorPage = keyof typeof VISITOR_PAGES;

/** Pages for visitors whose words are a text in the store: those every site has, and those an operator added. */
export type TextPattern = '/pages/$slug' | '/$token';

/** True if the words of a page are a text in the store. */
export function isTextPattern(page: VisitorPage): page is TextPattern {
  return page === '/pages/$slug' || page === '/$token';
}

/**
 * The page for visitors at this path; undefined for every other path. `/$token` is any name that an operator may give to
 * a page: whether it exists, only the store knows.
 */
export function visitorPageAt(path: string): VisitorPage | undefined {
  if (path.includes('$')) return undefined;
  if (path in VISITOR_PAGES) return path as VisitorPage;
  const lander = landerAt(path);
  if (lander) return lander.path === path ? lander.page : undefined;
  return textPageAt(path);
}

function textPageAt(path: string): TextPattern | undefined {
  const [, first = '', second, ...more] = path.split('/');
  if (first === 'pages' && second !== undefined && more.length === 0)
    return fits('$slug', second) ? '/pages/$slug' : undefined;
  return second === undefined && PAGE_SLUG.test(first) && !FIRST_PARTS.has(first) ? '/$token' : undefined;
}

/** A lander, or the landing page of a member, at an address of the site. */
export interface LanderAddress {
  page: Extract<VisitorPage, `${string}land${string}`>;
  lander: Lander | MemberLander;
  /** The member of a landing page. */
  member?: string;
  /** The campaign that the address names. */
  campaign?: string;
  /** The one path that shows it: without what no campaign may be called. */
  path: string;
}

/** The lander at this path; undefined for every other path. */
export function landerAt(path: string): LanderAddress | undefined {
  const [, first = '', second = '', third = '', ...more] = path.split('/');
  if (first === 'landers') {
    const lander = LANDERS.find((one) => one === second);
    return lander && addressOf('/landers/$lander', { lander }, [third, ...more]);
  }
  if (first !== 'members' || second === '') return undefined;
  const lander = MEMBER_LANDERS.find((one) => one === third);
  if (!lander || lander === 'signup') return undefined;
  return addressOf(`/members/$id/${lander}`, { lander, member: second }, more);
}

type LanderPattern = Exclude<LanderAddress['page'], `${string}/$campaign`>;

/** The address of a lander with the rest of its path, which is a campaign at best. */
function addressOf(
  page: LanderPattern,
  { lander, member }: Pick<LanderAddress, 'lander' | 'member'>,
  [given, ...more]: readonly string[],
): LanderAddress {
  const campaign = more.length === 0 ? landerSlug(lander, given) : undefined;
  const path = page.replace('$lander', lander).replace('$id', () => member ?? '');
  const named = { lander, ...(member !== undefined && { member }) };
  if (campaign === undefined || page === '/members/$id/landing') return { page, ...named, path };
  return { page: `${page}/$campaign`, ...named, campaign, path: `${path}/${campaign}` };
}

/** First parts of addresses that are taken, so that no operator's page has such a name. */
const FIRST_PARTS: ReadonlySet<string> = new Set([
  ...PAGES.map((page) => page.split('/')[1] ?? ''),
  ...LOCALES,
]);

const PARAMS: Readonly<Record<string, RegExp>> = {
  token: ONE_TIME_SECRET,
  pack: /^p[0-3]$/,
  lander: new RegExp(`^(?:${LANDERS.join('|')})$`),
  campaign: LANDER_SLUG,
  slug: new RegExp(`^(?:${SHIPPED_PAGES.join('|')})$`),
  type: /^(?:received|new|given|matches)$/,
};

/** True if the app has a page at this path, without a query. The page itself checks that its subject exists. */
export function isPage(path: string): boolean {
  const parts = partsOf(path);
  return ADDRESSES.some(
    (page) => page.length === parts.length && page.every((part, at) => fits(part, parts[at])),
  );
}

/** Without a last slash, as the router reads addresses. */
const partsOf = (path: string): string[] =>
  path
    .replace(/(?<=[^/])\/$/, '')
    .split('/')
    .slice(1);

const ADDRESSES = PAGES.map(partsOf);

function fits(part: string, given = ''): boolean {
  if (!part.startsWith('$')) return part === given;
  return PARAMS[part.slice(1)]?.test(given) ?? given !== '';
}
