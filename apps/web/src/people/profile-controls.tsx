import { classNames, IconButton, type IconButtonProps } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { isInstalledApp } from '../client/installed-app.ts';
import { ON_PHOTO } from './on-photo.ts';
import type { AdjacentPeople } from './people-list.tsx';
import { useStepKeys } from './use-steps.ts';

interface ProfileControlsProps {
  adjacent: AdjacentPeople;
  /** More actions, at the end. */
  children?: ReactNode;
}

/** Back, and the person before and after in the list, also by arrow keys. */
export function ProfileControls({ adjacent, children }: ProfileControlsProps) {
  const { t } = useLingui();
  const { previous, next } = adjacent;
  useStepKeys(adjacent);
  return (
    <div className="mb-1 flex items-center gap-2 max-md:absolute md:-mt-5 max-md:inset-x-0 max-md:top-5 max-md:z-20 max-md:mb-0 max-md:px-2.5">
      <Back />
      <span className="grow" />
      {(previous || next) && (
        <>
          <Step label={t`Previous person`} onPress={previous}>
            <ChevronLeft className="size-5" aria-hidden />
          </Step>
          <Step label={t`Next person`} onPress={next}>
            <ChevronRight className="size-5" aria-hidden />
          </Step>
        </>
      )}
      {children}
    </div>
  );
}

/** Goes back to the list, at the place it was left; to the search for a visit that begins here. */
function Back() {
  const { t } = useLingui();
  const router = useRouter();
  const hasHistory = useCanGoBack();
  // The bar of the installed app has one.
  if (hasHistory && isInstalledApp()) return null;
  const way = hasHistory ? { onPress: () => router.history.back() } : { href: '/members' };
  return (
    <IconButton label={t`Back`} {...way} className={classNames(ON_PHOTO, 'md:-ml-2.5')}>
      <ArrowLeft className="size-5" aria-hidden />
    </IconButton>
  );
}

/** It stays at an end of the list, so that the focus does. */
function Step({ onPress, ...rest }: Pick<IconButtonProps, 'label' | 'onPress' | 'children'>) {
  return (
    <IconButton
      {...rest}
      onPress={onPress}
      aria-disabled={!onPress}
      className={classNames(ON_PHOTO, 'aria-disabled:opacity-45')}
    />
  );
}
