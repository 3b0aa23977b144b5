import { Anchor, Button, Logo, TopBar } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouterState } from '@tanstack/react-router';
import { useSettings } from '../../client/session.ts';
import { useSlots } from '../../client/slots.tsx';
import { LanguageMenu } from '../../features/site/language-menu.tsx';

/** The logo and the site's name; leads home. */
export function Brand({ isShort }: { isShort?: boolean }) {
  const { name } = useSettings();
  const { t } = useLingui();
  return (
    <Anchor href="/" aria-label={t`${name}: home`} className="flex min-h-11 items-center rounded-sm">
      <Logo name={name} isShort={isShort ?? false} />
    </Anchor>
  );
}

/** The top bar of a visitor. */
export function VisitorBar() {
  const { t } = useLingui();
  const { openSignUp } = useSlots();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <TopBar
      brand={<Brand isShort />}
      label={t`Main`}
      end={
        <>
          <LanguageMenu />
          <Button
            href="/login"
            variant="ghost"
            className="max-sm:px-3 max-xs:px-2 max-2xs:px-1 max-2xs:py-1 max-2xs:text-sm"
          >
            <Trans>Log in</Trans>
          </Button>
          {path !== '/signup' && (
            // In the narrowest window the pages have this button themselves, and home is one press away.
            <Button onPress={() => openSignUp()} className="max-sm:px-3 max-xs:px-2 max-2xs:hidden">
              <Trans>Sign up</Trans>
            </Button>
          )}
        </>
      }
    />
  );
}

/** Reserves the space of a bar that is still loading. */
export function BarPlace() {
  return <div className="top-bar h-14 shrink-0" />;
}
