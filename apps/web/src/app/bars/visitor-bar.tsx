import { useRouterState } from '@tanstack/react-router';
import { useSettings } from '../../client/session.ts';
import { useSlots } from '../../client/slots.tsx';
import { BrandView, VisitorBarView } from '../../features/pages/views/visitor-bar-view.tsx';
import { LanguageMenu } from '../../features/site/language-menu.tsx';

/** The logo and the site's name; leads home. */
export function Brand({ isShort }: { isShort?: boolean }) {
  const { name } = useSettings();
  return <BrandView name={name} isShort={isShort} />;
}

/** The top bar of a visitor. */
export function VisitorBar() {
  const { openSignUp } = useSlots();
  const { name } = useSettings();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <VisitorBarView
      name={name}
      languages={<LanguageMenu />}
      hasSignUp={path !== '/signup'}
      onSignUp={() => openSignUp()}
    />
  );
}

/** Reserves the space of a bar that is still loading. */
export function BarPlace() {
  return <div className="top-bar h-14 shrink-0" />;
}
