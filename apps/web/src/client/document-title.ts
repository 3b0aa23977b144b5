import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settingsQuery } from './query.ts';

let bare = '';
let count = '';

function show(): void {
  if (bare) document.title = count ? `(${count}) ${bare}` : bare;
}

/** The title without the number; nothing to say leaves the last one. */
export function setBareTitle(next: string): void {
  bare = next || bare;
  show();
}

/** Puts a number before the title, for who looks at the tab only: "(3) Likes · Heartline". Empty takes it away. */
export function setTitleCount(next: string): void {
  count = next;
  show();
}

/** Names the page in the tab: "Likes · Heartline". */
export function useDocumentTitle(title: string | undefined): void {
  const site = useQuery(settingsQuery).data?.name;
  useEffect(() => {
    setBareTitle([title, site].filter(Boolean).join(' · '));
  }, [title, site]);
}
