import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settingsQuery } from './query.ts';

let bare = '';
let count = '';

function show(): void {
  if (bare) document.title = count ? `(${count}) ${bare}` : bare;
}

/** Sets the title without the number; an empty one keeps the last title. */
export function setBareTitle(next: string): void {
  bare = next || bare;
  show();
}

/** Puts a number before the title for members who look at another tab: "(3) Likes · Heartline". Empty removes it. */
export function setTitleCount(next: string): void {
  count = next;
  show();
}

/** Sets the title of the page: "Likes · Heartline". */
export function useDocumentTitle(title: string | undefined): void {
  const site = useQuery(settingsQuery).data?.name;
  useEffect(() => {
    setBareTitle([title, site].filter(Boolean).join(' · '));
  }, [title, site]);
}
