import { escapeHtml } from '@heartline/domain';
import { MAIL_MARK } from './mail-mark.ts';

/**
 * One mail: a title, a paragraph, one button, small print. All texts are already in the reader's language.
 */
export interface MailContent {
  site: string;
  language: string;
  title: string;
  text: string;
  button: { label: string; url: string };
  /** Names with their values, under the text. */
  facts?: readonly MailFact[];
  note: string;
  linkNote: string;
  /** Sections under the note. */
  sections?: readonly MailSection[];
  reason: string;
  /** Turns off mails of this kind; mails about the account have none. */
  off?: { label: string; url: string };
}

/** A name with its value; a value of several lines is one line each. */
export interface MailFact {
  label: string;
  lines: readonly string[];
}

/** A section of a longer mail. */
export interface MailSection {
  title: string;
  text: string;
  html: string;
}

/** The mark for a page in a browser: one line that becomes a heart, drawn inline. */
const DRAWN_MARK =
  '<svg width="44" height="36" viewBox="0 0 40 32" aria-hidden="true"><path d="M2 22.5C6 26.5 13 28 20 26C14.5 21.5 9 17.4 9 11.6C9 7.6 12 4.8 15.3 4.8C17.8 4.8 19.4 6.4 20 8.8C20.6 6.4 22.2 4.8 24.7 4.8C28 4.8 31 7.6 31 11.6C31 17.4 25.5 21.5 20 26C27 28 34 26.5 38 22.5" fill="none" stroke="#D42C4A" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>';

const FONT = "Figtree,'Helvetica Neue',Helvetica,Arial,sans-serif";
const SERIF = "Fraunces,Georgia,'Times New Roman',serif";

/** The mail as plain text, which every mail reader shows. */
export function mailText(content: MailContent): string {
  return [
    content.title,
    content.text,
    ...(content.facts ? [factsText(content.facts)] : []),
    `${content.button.label}:\n${content.button.url}`,
    content.note,
    ...(content.sections ?? []).map(({ title, text }) => `${title}\n\n${text}`),
    `— ${content.site}\n${content.reason}`,
    ...(content.off ? [`${content.off.label}:\n${content.off.url}`] : []),
  ].join('\n\n');
}

/**
 * The mail as HTML with tables and inline styles, which all mail readers support. It fetches no picture: the
 * mail contains its only one (`mail-mark.ts`).
 */
export function mailHtml(content: MailContent): string {
  const e = Object.fromEntries(
    Object.entries(content).map(([name, value]) => [
      name,
      typeof value === 'string' ? escapeHtml(value) : '',
    ]),
  ) as Record<keyof MailContent, string>;
  const url = escapeHtml(content.button.url);
  const label = escapeHtml(content.button.label);
  const off = content.off
    ? `<br><a href="${escapeHtml(content.off.url)}" style="color:inherit">${escapeHtml(content.off.label)}</a>`
    : '';
  return pageWithCard(content, {
    mark: `<img src="cid:${MAIL_MARK.cid}" height="36" alt="${e.site}" class="ink" style="display:block;border:0;font:600 20px/36px ${SERIF};color:#2A1B23">`,
    card: `<h1 class="ink" style="margin:0 0 16px;font:600 25px/1.25 ${SERIF};color:#2A1B23">${e.title}</h1>
<p class="ink" style="margin:0 0 24px;font:400 16px/1.5 ${FONT};color:#2A1B23">${e.text}</p>
${content.facts ? factsHtml(content.facts) : ''}<p style="margin:0 0 24px"><a href="${url}" style="${BUTTON}">${label}</a></p>
<p class="ink-2" style="margin:0 0 16px;font:400 14px/1.5 ${FONT};color:#6A5560">${e.note}</p>
<p class="ink-2" style="margin:0;font:400 13px/1.5 ${FONT};color:#6A5560">${e.linkNote}<br><span style="word-break:break-all">${url}</span></p>${(content.sections ?? []).map(sectionHtml).join('')}`,
    foot: `${e.reason}${off}`,
  });
}

/** Facts as lines of plain text. */
export function factsText(facts: readonly MailFact[]): string {
  return facts.map(({ label, lines }) => `${label}: ${lines.join('\n  ')}`).join('\n');
}

/** A table with a heading for each row, as a screen reader reads it. */
export function factsHtml(facts: readonly MailFact[]): string {
  const row = ({ label, lines }: MailFact) =>
    `<tr><th scope="row" align="left" class="ink-2" style="padding:6px 16px 6px 0;font:400 14px/1.5 ${FONT};color:#6A5560;vertical-align:top;word-break:break-word">${escapeHtml(label)}</th>` +
    `<td class="ink" style="padding:6px 0;font:400 14px/1.5 ${FONT};color:#2A1B23;word-break:break-word;overflow-wrap:anywhere">${lines.map(escapeHtml).join('<br>')}</td></tr>`;
  return `<table cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-collapse:collapse">\n${facts.map(row).join('\n')}\n</table>\n`;
}

function sectionHtml({ title, html }: MailSection): string {
  return `
<h2 class="ink" style="margin:32px 0 12px;font:600 19px/1.3 ${SERIF};color:#2A1B23">${escapeHtml(title)}</h2>
<div class="ink" style="font:400 14px/1.6 ${FONT};color:#2A1B23">${html}</div>`;
}

/** A page opened by a link in a mail, without a session: a title, a sentence and one step. */
export function mailPageHtml(
  content: Pick<MailContent, 'language' | 'title' | 'text' | 'site'>,
  step: { label: string; post: true } | { label: string; url: string },
): string {
  const label = escapeHtml(step.label);
  // The form posts to its own address, which names the act.
  const button =
    'post' in step
      ? `<form method="post" style="margin:0"><button type="submit" style="${BUTTON};border:0;cursor:pointer">${label}</button></form>`
      : `<a href="${escapeHtml(step.url)}" style="${BUTTON}">${label}</a>`;
  return pageWithCard(content, {
    mark: DRAWN_MARK,
    card: `<h1 class="ink" style="margin:0 0 16px;font:600 25px/1.25 ${SERIF};color:#2A1B23">${escapeHtml(content.title)}</h1>
<p class="ink" style="margin:0 0 24px;font:400 16px/1.5 ${FONT};color:#2A1B23">${escapeHtml(content.text)}</p>
${button}`,
    foot: escapeHtml(content.site),
  });
}

const BUTTON = `display:inline-block;background:#D42C4A;color:#FFFFFF;font:600 16px/1 ${FONT};text-decoration:none;padding:16px 28px;border-radius:10px`;

/** One card on the page background; `mark`, `card` and `foot` are HTML. */
function pageWithCard(
  { language, title }: Pick<MailContent, 'language' | 'title'>,
  { mark, card, foot }: { mark: string; card: string; foot: string },
): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .paper { background: #1B1218 !important; }
  .card { background: #261A22 !important; border-color: #43313C !important; }
  .ink { color: #F6ECE8 !important; }
  .ink-2 { color: #BFA9B2 !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#FBF7F2">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#FBF7F2">
<tr><td align="center" style="padding:32px 16px 48px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 4px 20px">${mark}</td></tr>
<tr><td class="card" style="background:#FFFFFF;border:1px solid #E2D6C8;border-radius:18px;padding:32px">
${card}
</td></tr>
<tr><td class="ink-2" style="padding:20px 4px 0;font:400 13px/1.5 ${FONT};color:#6A5560">${foot}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
