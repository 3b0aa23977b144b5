import type { PageBlock, PageRun, PageText } from '@heartline/contracts';
import { escapeHtml } from './html.ts';

type Runs = readonly PageRun[];
type Of<K extends PageBlock['kind']> = Extract<PageBlock, { kind: K }>;

/** The address of a link outside of the site: paths get its origin, anchors of the page have none. */
function hrefOf(href: string | undefined, origin: string): string | undefined {
  if (href === undefined || href.startsWith('#')) return undefined;
  return href.startsWith('/') ? `${origin}${href}` : href;
}

/** The words of a paragraph, with the address behind each link. */
function runsText(runs: Runs, origin: string): string {
  return runs
    .map(({ text, href }) => {
      const address = hrefOf(href, origin)?.replace(/^(mailto|tel):/, '');
      const isSaid = address === undefined || text.replace(/\s/g, '') === address;
      return isSaid ? text : `${text} (${address})`;
    })
    .join('');
}

function blockText(block: PageBlock, origin: string): string {
  const say = (runs: Runs) => runsText(runs, origin);
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return say(block.content);
    case 'list':
      return listText(block, say);
    case 'quote':
      return block.paragraphs.map((runs) => `> ${say(runs)}`).join('\n>\n');
    case 'image':
      return block.alt;
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(say).join(' | ')).join('\n');
    case 'facts':
      return block.facts.map(({ label, content }) => `${label}: ${say(content)}`).join('\n');
    case 'button':
      return `${block.label}:\n${hrefOf(block.href, origin) ?? ''}`;
    case 'divider':
      return '---';
  }
}

function listText({ ordered, start, entries }: Of<'list'>, say: (runs: Runs) => string): string {
  return entries
    .flatMap(({ paragraphs, list }, at) => [
      `${ordered ? `${start + at}.` : '-'} ${paragraphs.map(say).join('\n  ')}`,
      ...(list?.entries ?? []).map(
        (runs, inner) => `  ${list?.ordered ? `${inner + 1}.` : '-'} ${say(runs)}`,
      ),
    ])
    .join('\n');
}

/** The blocks of a page as plain text, for a mail. `origin` completes the paths of links. */
export function blocksText(blocks: readonly PageBlock[], origin: string): string {
  return blocks.map((block) => blockText(block, origin)).join('\n\n');
}

function runsHtml(runs: Runs, origin: string): string {
  return runs
    .map(({ text, strong, emphasis, href }) => {
      const words = emphasis ? `<em>${escapeHtml(text)}</em>` : escapeHtml(text);
      const said = strong ? `<strong>${words}</strong>` : words;
      const address = hrefOf(href, origin);
      if (address === undefined) return said;
      return `<a href="${escapeHtml(address)}" style="color:inherit">${said}</a>`;
    })
    .join('');
}

interface HtmlOptions {
  origin: string;
  /** Number added to the level of each heading: 1 under a heading of level 2. */
  deeper?: number;
}

function blockHtml(block: PageBlock, { origin, deeper = 0 }: HtmlOptions): string {
  const draw = (runs: Runs) => runsHtml(runs, origin);
  const paragraphs = (all: readonly Runs[]) => all.map((runs) => `<p>${draw(runs)}</p>`).join('');
  switch (block.kind) {
    case 'heading': {
      const tag = `h${block.level + deeper}`;
      return `<${tag}>${draw(block.content)}</${tag}>`;
    }
    case 'paragraph':
      return `<p>${draw(block.content)}</p>`;
    case 'list':
      return listHtml(block, draw);
    case 'quote':
      return `<blockquote>${paragraphs(block.paragraphs)}</blockquote>`;
    case 'image':
      return `<p>${escapeHtml(block.alt)}</p>`;
    case 'table':
      return tableHtml(block, draw);
    case 'facts':
      return `<p>${block.facts.map(({ label, content }) => `${escapeHtml(label)}: ${draw(content)}`).join('<br>')}</p>`;
    case 'button':
      return `<p>${draw([{ text: block.label, href: block.href }])}</p>`;
    case 'divider':
      return '<hr>';
  }
}

function listHtml({ ordered, start, entries }: Of<'list'>, draw: (runs: Runs) => string): string {
  const items = entries.map(({ paragraphs, list }) => {
    const tag = list?.ordered ? 'ol' : 'ul';
    const inner = list?.entries.map((runs) => `<li>${draw(runs)}</li>`).join('') ?? '';
    return `<li>${paragraphs.map(draw).join('<br>')}${inner && `<${tag}>${inner}</${tag}>`}</li>`;
  });
  return ordered ? `<ol start="${start}">${items.join('')}</ol>` : `<ul>${items.join('')}</ul>`;
}

function tableHtml({ head, rows }: Of<'table'>, draw: (runs: Runs) => string): string {
  const cells = (row: readonly Runs[]) => row.map((runs) => `<td>${draw(runs)}</td>`).join('');
  const heads = head.map((runs) => `<th scope="col" align="left">${draw(runs)}</th>`).join('');
  return `<table><thead><tr>${heads}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`;
}

/** The blocks of a page as HTML without classes, scripts and pictures, for a mail or a file. */
export function blocksHtml(blocks: readonly PageBlock[], options: HtmlOptions): string {
  return blocks.map((block) => blockHtml(block, options)).join('\n');
}

/** A whole page as a file that every browser shows and every screen reader reads. */
export function pageDocument(
  { title, blocks, locale }: Pick<PageText, 'title' | 'blocks' | 'locale'>,
  origin: string,
): string {
  return `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:16px/1.6 system-ui,sans-serif}td,th{padding:.25rem .75rem .25rem 0;vertical-align:top}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${blocksHtml(blocks, { origin })}
</main>
</body>
</html>
`;
}
