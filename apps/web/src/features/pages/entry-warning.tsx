import { Button, Mark, useRootMark } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { useFlag } from '../../client/flags.ts';
import { isInstalledApp } from '../../client/installed-app.ts';
import { useSettings, useUser } from '../../client/session.ts';
import { type Layout, showsEntryWarning } from './entry-warning-rule.ts';

/** The target of "leave": a blank page, which belongs to no site. */
const ELSEWHERE = 'about:blank';

/**
 * The adult-content warning before the site is used. A native dialog, because it is part of a visitor's first paint.
 * Only its two buttons close it: it reopens when the browser closes it, as on a second Escape.
 */
export function EntryWarning({ layout }: { layout: Layout }) {
  const settings = useSettings();
  const isSignedIn = useUser() !== null;
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [dismissedAt, dismiss] = useFlag('hide-entry-warning');
  const isShown = showsEntryWarning({
    layout,
    path,
    settings,
    isSignedIn,
    dismissedAt,
    isInstalledApp: isInstalledApp(),
  });
  return isShown && <WarningDialog minAge={settings.min_age} name={settings.name} onEnter={dismiss} />;
}

interface WarningDialogProps {
  minAge: number;
  name: string;
  onEnter: () => void;
}

function WarningDialog({ minAge, name, onEnter }: WarningDialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useRootMark('inShade');
  const open = () => {
    dialog.current?.showModal();
    // The title gets the focus: on a button, one stray Enter would answer.
    title.current?.focus();
  };
  useEffect(open, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      onClose={open}
      className="fades m-auto w-[min(420px,calc(100vw-32px))] animate-fade rounded-card bg-card p-6 text-ink shadow-float backdrop:bg-scrim backdrop:backdrop-blur-sm sm:p-8"
    >
      <Mark className="h-9 w-11" />
      <h2 id={titleId} ref={title} tabIndex={-1} className="title mt-4 text-xl outline-none">
        <Trans>For adults</Trans>
      </h2>
      <p className="mt-2 text-base text-ink-2">
        <Trans>
          {name} is for people aged {minAge} and over. Members talk openly about love and sex. By continuing,
          you confirm you’re {minAge} or over.
        </Trans>
      </p>
      <div className="mt-6 grid gap-2">
        <Button variant="primary" size="lg" isFullWidth onPress={onEnter}>
          <Trans>I’m {minAge} or over</Trans>
        </Button>
        <Button variant="ghost" isFullWidth onPress={() => location.assign(ELSEWHERE)}>
          <Trans>Leave</Trans>
        </Button>
      </div>
    </dialog>
  );
}
