import { useMemo } from 'react';
import { Highlighted } from './highlight.tsx';
import { linkify } from './linkify.ts';
import { useRowTabIndex } from './row-stop.ts';

/** Text of a message. Web addresses open in a new tab without a referrer. */
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
