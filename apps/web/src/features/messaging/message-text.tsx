import { useMemo } from 'react';
import { Highlighted } from './highlight.tsx';
import { linkify } from './linkify.ts';
import { useRowTabIndex } from './row-stop.ts';

/** The words of a message: text only, with web addresses that open apart and tell nobody where they were found. */
export function MessageText({ text }: { text: string }) {
  const tabIndex = useRowTabIndex();
  const pieces = useMemo(() => linkify(text), [text]);
  return pieces.map((piece) =>
    'href' in piece ? (
      <a
        key={piece.start}
        href={piece.href}
        tabIndex={tabIndex}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="rounded-sm underline decoration-1 underline-offset-3 hover:decoration-2"
      >
        <Highlighted text={piece.text} />
      </a>
    ) : (
      <Highlighted key={piece.start} text={piece.text} />
    ),
  );
}
