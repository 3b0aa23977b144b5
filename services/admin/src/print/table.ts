/** A row of a table, by the heads of its columns. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

const GAP = '  ';
const WIDEST = 60;

/** Rows as an aligned table with the names of the first one as its head; a sentence when there are none. */
export function table(rows: readonly Row[], empty = 'Nothing found.'): string {
  const [first] = rows;
  if (!first) return empty;
  const heads = Object.keys(first);
  const cells = rows.map((row) => heads.map((head) => cell(row[head])));
  const widths = heads.map((head, index) =>
    Math.max(head.length, ...cells.map((line) => (line[index] ?? '').length)),
  );
  const line = (texts: readonly string[]) =>
    texts
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join(GAP)
      .trimEnd();
  return [line(heads), line(widths.map((width) => '─'.repeat(width))), ...cells.map(line)].join('\n');
}

/** Names and values of one thing, a line each. */
export function facts(of: Row): string {
  const width = Math.max(...Object.keys(of).map((name) => name.length));
  return Object.entries(of)
    .map(([name, value]) => `${name.padEnd(width)}${GAP}${plain(value)}`)
    .join('\n');
}

function cell(value: Row[string] | undefined): string {
  const text = plain(value ?? null);
  return text.length <= WIDEST ? text : `${text.slice(0, WIDEST - 1)}…`;
}

/** Removes line ends and terminal commands, which texts of members may contain. */
function plain(value: Row[string]): string {
  if (value === null) return '–';
  return String(value).replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
}

/** A time as operators read it: to the minute, of the clock that all of them have. */
export function time(at: number | null): string {
  return at === null ? '–' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
