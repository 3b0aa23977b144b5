import { Anchor, classNames, Logo, Page } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSettings } from '../../client/session.ts';

interface MarkedPageProps {
  children: ReactNode;
  width?: 'narrow' | 'page';
  /** One message in the middle of the page. */
  isCentered?: boolean;
}

/** A page of the empty layout, which has no bar (S2-137): the site's mark, which leads home, is part of the page. */
export function MarkedPage({ children, width = 'narrow', isCentered }: MarkedPageProps) {
  const { t } = useLingui();
  const { name } = useSettings();
  return (
    <Page width={width} className="flex grow flex-col">
      <Anchor
        href="/"
        aria-label={t`${name}: home`}
        className={classNames(
          'mb-4 flex min-h-11 items-center rounded-sm',
          isCentered ? 'self-center' : 'self-start',
        )}
      >
        <Logo name={name} />
      </Anchor>
      <div
        className={classNames(
          'flex grow flex-col',
          isCentered && 'items-center justify-center pb-15 text-center',
        )}
      >
        {children}
      </div>
    </Page>
  );
}
