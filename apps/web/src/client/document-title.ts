import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settingsQuery } from './query.ts';

/** Names the page in the tab: "Likes · Heartline". */
export function useDocumentTitle(title: string | undefined): void {
  const site = useQuery(settingsQuery).data?.name;
  useEffect(() => {
    const name = [title, site].filter(Boolean).join(' · ');
    if (name) document.title = name;
  }, [title, site]);
}
