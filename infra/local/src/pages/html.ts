import { escapeHtml } from '@heartline/domain';

/** Markup that is safe to send as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | boolean | undefined | null | readonly Piece[];

/** Builds markup; whatever is put in is text unless it was built here too. Lists are joined; nothing is left out. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(
    parts.map((part, index) => part + (index < pieces.length ? render(pieces[index]) : '')).join(''),
  );
}

function render(piece: Piece): string {
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object' && piece !== null) return piece.map(render).join('');
  if (piece === undefined || piece === null || piece === false) return '';
  return escapeHtml(String(piece));
}
