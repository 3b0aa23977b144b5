import type { OutputOf } from './define.ts';
import type { LanderContent } from './pages.landers.ts';
import type { PageText } from './pages.texts.ts';
import type { VisitorPage } from './pages.ts';
import type { getPrices } from './payments.ts';
import type { PublicSettings } from './settings.ts';
import type { Locale } from './shapes.ts';
import type { CompanyInfo, getRegions } from './site.ts';

/** Everything that a served page is drawn from. The same facts always give the same HTML. */
export interface ServedFacts {
  page: VisitorPage;
  /** Its path without a language. */
  path: string;
  /** The words of a page of text. */
  text: PageText | undefined;
  locale: Locale;
  /** The language that the address names, which its links keep; undefined for an address without one. */
  prefix: Locale | undefined;
  /** The `Intl` locale of dates, numbers and money, such as `en-NL`. */
  formatLocale: string;
  settings: PublicSettings;
  company: CompanyInfo;
  /** Prices in the visitor's country, on the page of prices. */
  prices: OutputOf<typeof getPrices> | undefined;
  /** The content of an operator’s campaign on a lander; undefined on other pages. */
  lander: LanderContent | undefined;
  /** Regions of the visitor’s country, on a lander. */
  regions: readonly OutputOf<typeof getRegions>['regions'][number][];
  /** Title of the page, for pages of which only the head is served. */
  title: string;
  /** An e-mail address that a form without scripts sent. */
  email: string;
  /** Addresses of the page in every language of the site. */
  languages: readonly { locale: Locale; href: string }[];
}

/** The module that the build makes of the web app's views for the gateway (`dist/served/served.js`). */
export interface ServedModule {
  render(facts: ServedFacts): string;
}
