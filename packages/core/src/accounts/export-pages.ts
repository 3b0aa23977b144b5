import type { Locale } from '@heartline/contracts';
import { escapeHtml } from '@heartline/domain';
import { EXPORT_FIELDS, EXPORT_TEXTS, EXPORT_VALUES, type ExportWord, regionalLocale } from '@heartline/i18n';
import { regionName, serverText } from '@heartline/i18n/server';

/**
 * The archive as HTML pages: one for everything, and one per conversation. The pages fetch nothing and run no
 * script.
 */
export interface ExportPages {
  addSection(title: ExportWord, data: unknown): void;
  addPicture(name: string): void;
  /** The page of a conversation; `name` is also the name of its files. */
  conversation(
    partner: { with: string | null; fictional: boolean },
    data: { messages: readonly object[] } & Record<string, unknown>,
  ): { name: string; html: string };
  index(): string;
}

interface About {
  language: Locale;
  /** The member's country: decides the formats of dates, numbers and money. */
  country: string;
  site: string;
  timeZone: string;
  name: string;
  now: number;
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 Figtree,system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:2rem 1rem;background:#FBF7F2;color:#2A1B23}
h1,h2{font-family:Fraunces,Georgia,serif;font-weight:600;line-height:1.2}h2{margin-top:2.5rem}dd>p{margin:0}
a{color:#23588F}dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem}dt{color:#6A5560}dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #E2D6C8;padding:.4rem .6rem .4rem 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{color:#6A5560;font-weight:500}
img{width:11rem;border-radius:18px;margin:0 .5rem .5rem 0}
@media(max-width:40rem){dl{display:block}dd{margin-bottom:.75rem}dd dl{padding-left:1rem;border-left:1px solid #E2D6C8}thead{display:none}tr{display:block;padding:.5rem 0;border-bottom:1px solid #E2D6C8}td{display:flex;gap:1rem;border:0;padding:.1rem 0}td::before{content:attr(data-label);flex:none;width:7rem;color:#6A5560}}
@media(prefers-color-scheme:dark){body{background:#1B1218;color:#F6ECE8}a{color:#8FBDF0}dt,th,td::before{color:#BFA9B2}td,th,tr,dd dl{border-color:#43313C}}`;

export function createExportPages(about: About): ExportPages {
  const say = (word: ExportWord, values: Record<string, string> = {}) =>
    escapeHtml(serverText(about.language, EXPORT_TEXTS[word], values));
  const show = createShower(about, say);
  const sections: string[] = [];
  const pictures: string[] = [];
  const conversations: string[] = [];
  return {
    addSection(title, data) {
      sections.push(`<h2>${say(title)}</h2>\n${show(data)}`);
    },
    addPicture(name) {
      pictures.push(`<img src="photos/${name}.webp" alt="">`);
    },
    conversation({ with: withName, fictional }, data) {
      const name = String(conversations.length + 1).padStart(4, '0');
      const partner = withName ?? serverText(about.language, EXPORT_TEXTS.someone);
      const title = say('conversationWith', {
        name: fictional ? `${partner} (${serverText(about.language, EXPORT_TEXTS.fictional)})` : partner,
      });
      conversations.push(
        `<li><a href="conversations/${name}.html">${title}</a> (${data.messages.length})</li>`,
      );
      const back = `<p><a href="../index.html">${say('title', { site: about.site })}</a></p>`;
      const { messages, ...chosen } = data;
      return { name, html: page(about.language, title, `${back}\n${show(chosen)}\n${show(messages)}`) };
    },
    index() {
      const { timeZone } = about;
      const formats = regionalLocale(about.language, about.country);
      const date = new Intl.DateTimeFormat(formats, { dateStyle: 'long', timeZone }).format(about.now);
      const title = say('title', { site: about.site });
      const body = [
        `<p>${say('intro', { name: about.name, date })}</p>`,
        ...sections,
        `<h2>${say('photos')}</h2>\n${pictures.join('\n') || `<p>${say('empty')}</p>`}`,
        `<h2>${say('conversations')}</h2>\n<ul>${conversations.join('\n')}</ul>`,
      ];
      return page(about.language, title, body.join('\n'));
    },
  };
}

type Shower = (value: unknown, key?: string) => string;

/**
 * Shows data as HTML: a list as a table, an object as its fields. Formats times, money and flags for the
 * reader.
 */
function createShower(about: About, say: (word: ExportWord) => string): Shower {
  const formats = regionalLocale(about.language, about.country);
  const time = new Intl.DateTimeFormat(formats, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: about.timeZone,
  });
  const label = (key: string, value?: unknown) => {
    // `email` is an address if it is text, and a channel if it holds switches.
    const isChannel = key === 'email' && typeof value === 'object' && value !== null;
    const known = EXPORT_FIELDS[isChannel ? 'mailSwitches' : key];
    return escapeHtml(known ? serverText(about.language, known) : key);
  };
  const word = createValueWords(about.language, formats);
  const show: Shower = (value, key = '') => {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
    if (typeof value === 'number') {
      const isTime = key === 'at' || key.endsWith('At');
      return isTime ? time.format(value) : new Intl.NumberFormat(formats).format(value);
    }
    if (Array.isArray(value)) return list(value, key);
    if (typeof value === 'object') return thing(value as Record<string, unknown>);
    return escapeHtml(word(key, value as string)).replaceAll('\n', '<br>');
  };
  const list = (items: readonly unknown[], key: string): string => {
    if (items.length === 0) return `<p>${say('empty')}</p>`;
    if (items.some((item) => typeof item !== 'object' || item === null)) {
      return items.map((item) => show(item, key)).join(', ');
    }
    const rows = items as readonly Record<string, unknown>[];
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const head = columns.map((column) => `<th scope="col">${label(column)}</th>`).join('');
    // On a phone each row is a block, and each cell has its own label.
    const cell = (row: Record<string, unknown>, column: string) =>
      `<td data-label="${label(column)}"><span>${show(row[column], column)}</span></td>`;
    const body = rows.map((row) => `<tr>${columns.map((column) => cell(row, column)).join('')}</tr>`);
    return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
  };
  const thing = (fields: Record<string, unknown>): string => {
    if (typeof fields['cents'] === 'number' && typeof fields['currency'] === 'string') {
      const style = { style: 'currency', currency: fields['currency'] } as const;
      return new Intl.NumberFormat(formats, style).format(fields['cents'] / 100);
    }
    const region = regionName(String(fields['country']), String(fields['region']), about.language);
    const shown = Object.entries(region ? { ...fields, region } : fields).map(
      ([key, value]) => `<dt>${label(key, value)}</dt><dd>${show(value, key)}</dd>`,
    );
    return `<dl>${shown.join('\n')}</dl>`;
  };
  return show;
}

/** Formats a value as text: codes as names, dates in the reader's format, and members' own text unchanged. */
function createValueWords(language: Locale, formats: string): (key: string, value: string) => string {
  const countries = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  const languages = new Intl.DisplayNames(language, { type: 'language', fallback: 'code' });
  const day = new Intl.DateTimeFormat(formats, { dateStyle: 'long', timeZone: 'UTC' });
  return (key, value) => {
    const known = EXPORT_VALUES[`${key}.${value}`];
    if (known) return serverText(language, known);
    if (key === 'country' && /^[A-Z]{2}$/.test(value)) return countries.of(value) ?? value;
    if (key === 'language' && /^[a-z]{2}$/.test(value)) return languages.of(value) ?? value;
    if (key === 'dateOfBirth' && /^\d{4}-\d\d-\d\d$/.test(value)) return day.format(new Date(value));
    return value;
  };
}

function page(language: Locale, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`;
}
