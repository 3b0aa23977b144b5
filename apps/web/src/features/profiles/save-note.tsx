import { Button } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check, CircleAlert, Undo2 } from 'lucide-react';
import { useErrorMessage } from '../../client/error-message.ts';
import type { OwnProfileForm } from './own-profile-state.ts';

/** Says that a change is saved, or why not, and undoes the last one. Floats within reach of the thumb. */
export function SaveNote({ form: { state, failure, undo } }: { form: OwnProfileForm }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  return (
    <div
      role="status"
      className="pointer-events-none sticky bottom-[calc(max(var(--bottom-bar-height),env(safe-area-inset-bottom,0px))+12px)] z-30 flex justify-center lg:col-span-2"
    >
      {state !== 'idle' && (
        <div className="pointer-events-auto flex min-h-11 items-center gap-2 rounded-full border border-line bg-card py-0.5 pr-1.5 pl-4 text-sm shadow-[var(--float)]">
          {state === 'failed' ? (
            <CircleAlert className="size-4.5 text-danger" aria-hidden />
          ) : (
            <Check className={state === 'saved' ? 'size-4.5 text-leaf' : 'size-4.5 text-line'} aria-hidden />
          )}
          <span className="pr-2 font-medium">
            {state === 'saving' && t`Saving`}
            {state === 'saved' && t`Saved`}
            {state === 'failed' && errorTextOf(failure)}
          </span>
          {state === 'saved' && undo && (
            <Button
              variant="ghost"
              size="sm"
              onPress={undo}
              icon={<Undo2 className="size-4" aria-hidden />}
              className="rounded-full"
            >
              <Trans>Undo</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
