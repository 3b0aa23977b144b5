import { useLingui } from '@lingui/react/macro';
import { useLoaderData } from '@tanstack/react-router';
import { useDocumentTitle } from '../../../client/document-title.ts';
import { useSlots } from '../../../client/slots.tsx';
import { LanderView } from './lander-view.tsx';
import { useLander } from './use-lander.ts';

/** A landing page. */
export function LanderPage() {
  const { t } = useLingui();
  const loaded = useLoaderData({ from: '/lander/landers/$lander' });
  const { openSignUp } = useSlots();
  const lander = useLander(loaded, openSignUp);
  useDocumentTitle(loaded.content?.texts?.headline ?? t`Meet someone worth talking to`);
  return <LanderView key={loaded.address.path} {...lander} />;
}
