import { Anchor, Button, Logo, TopBar } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** The logo and the site's name; leads home. */
export function BrandView({ name, isShort = false }: { name: string; isShort?: boolean | undefined }) {
  const { t } = useLingui();
  return (
    <Anchor href="/" aria-label={t`${name}: home`} className="flex min-h-11 items-center rounded-sm">
      <Logo name={name} isShort={isShort} />
    </Anchor>
  );
}

export interface VisitorBarViewProps {
  name: string;
  /** The menu of languages. */
  languages: ReactNode;
  /** Not on the page of the sign-up itself. */
  hasSignUp: boolean;
  /** Replaces the link to the sign-up. */
  onSignUp?: () => void;
}

/** The top bar of a visitor, without any data of its own: the gateway renders it too. */
export function VisitorBarView({ name, languages, hasSignUp, onSignUp }: VisitorBarViewProps) {
  const { t } = useLingui();
  return (
    <TopBar
      brand={<BrandView name={name} isShort />}
      label={t`Main`}
      end={
        <>
          {languages}
          <Button
            href="/login"
            variant="ghost"
            className="max-sm:px-3 max-xs:px-2 max-2xs:px-1 max-2xs:py-1 max-2xs:text-sm"
          >
            <Trans>Log in</Trans>
          </Button>
          {hasSignUp && (
            // In the narrowest window the pages have this button themselves, and home is one press away.
            <SignUpButton onSignUp={onSignUp} />
          )}
        </>
      }
    />
  );
}

/** A link before the app has loaded; then a button, since it may open a dialog. */
function SignUpButton({ onSignUp }: { onSignUp: (() => void) | undefined }) {
  const action = onSignUp ? { onPress: onSignUp } : { href: '/signup' };
  return (
    <Button {...action} className="max-sm:px-3 max-xs:px-2 max-2xs:hidden">
      <Trans>Sign up</Trans>
    </Button>
  );
}
