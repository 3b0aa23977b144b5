import type { PageText } from '@heartline/contracts';
import { Banner, Page, PageHeader, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { TableOfContents } from './table-of-contents.tsx';
import { TextBlocks } from './text-blocks.tsx';

/** From this many parts on, a page begins with a list of them. */
const LONG = 5;

interface TextPageProps {
  page: PageText;
  /** Address of the page, without a query. */
  path: string;
  /** The zone of the site, in which its dates are written. */
  timeZone: string;
}

/** A page of text, such as the terms. It depends on its props alone, because the server draws it as well. */
export function TextPage({ page, path, timeZone }: TextPageProps) {
  const { t } = useLingui();
  const date = page.date === null ? undefined : dayOf(page.locale, timeZone, page.date);
  const parts = page.blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2 ? [block] : [],
  );
  const isLong = parts.length >= LONG;
  return (
    <Page className="grow">
      <div className={isLong ? 'lg:grid lg:grid-cols-[minmax(0,65ch)_minmax(0,1fr)] lg:gap-x-16' : ''}>
        <article lang={page.locale} className="max-w-[65ch] min-w-0">
          <PageHeader title={page.title} description={date && t`Version of ${date}`} />
          {page.version !== page.latest && <EarlierVersion path={path} />}
          {isLong && <TableOfContents parts={parts} variant="folded" />}
          <TextBlocks blocks={page.blocks} />
          <Earlier page={page} path={path} timeZone={timeZone} />
        </article>
        {isLong && <TableOfContents parts={parts} variant="beside" />}
      </div>
    </Page>
  );
}

function EarlierVersion({ path }: { path: string }) {
  return (
    <Banner className="mb-6">
      <Trans>
        This is an earlier version. <TextLink href={path}>Read the current one.</TextLink>
      </Trans>
    </Banner>
  );
}

/** Links to the versions that held before. */
function Earlier({ page, path, timeZone }: TextPageProps) {
  const { t } = useLingui();
  if (page.earlier.length === 0) return null;
  return (
    <nav
      aria-label={t`Earlier versions`}
      className="mt-12 border-t border-line pt-4 text-sm text-ink-2 print:hidden"
    >
      <p>{t`Earlier versions`}</p>
      <ul className="flex flex-wrap gap-x-4">
        {page.earlier.map(({ version, at }) => (
          <li key={version}>
            <TextLink href={`${path}?version=${version}`} className="inline-flex min-h-11 items-center">
              {dayOf(page.locale, timeZone, at)}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const dayOf = (locale: string, timeZone: string, at: number) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(at);
