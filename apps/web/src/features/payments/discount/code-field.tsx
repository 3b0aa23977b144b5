import type { DiscountCode } from '@heartline/contracts';
import { Button, Chip, TextField } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useErrorMessage } from '../../../client/error-message.ts';
import { applyCode, dropCode } from '../../../client/typed-code.ts';
import type { Order } from '../checkout/purchase.ts';
import type { Packages } from '../packages.ts';
import { useCodeNote } from './code-note.ts';
import { usePercent } from './percent.ts';

interface CodeFieldProps {
  packages: Packages;
  /** The order that the code is for. */
  order: Order;
}

/**
 * A discount code for an order: a quiet button that opens a field. An applied code is a chip that can be removed. A note
 * says why a code does not lower this price.
 */
export function CodeField({ packages, order }: CodeFieldProps) {
  const { typed } = packages;
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const moveFocus = useFocusAfter(place, `${isOpen} ${typed?.code}`);
  return (
    <div ref={place} className="grid grid-cols-1 justify-items-start gap-2">
      {!typed && !isOpen && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Tag className="size-4" aria-hidden />}
          className="-ml-3.5"
          onPress={() => {
            moveFocus();
            setOpen(true);
          }}
        >
          <Trans>I have a code</Trans>
        </Button>
      )}
      {!typed && isOpen && (
        <CodeForm
          onDone={() => {
            moveFocus();
            setOpen(false);
          }}
        />
      )}
      <div aria-live="polite" className="min-w-0 max-w-full">
        {typed && (
          <AppliedCode
            {...{ packages, order, typed }}
            onRemove={() => {
              moveFocus();
              dropCode();
            }}
          />
        )}
      </div>
    </div>
  );
}

/** Keeps the focus in a place after a press in it, when the pressed control is replaced by another. */
function useFocusAfter(place: RefObject<HTMLElement | null>, shown: string): () => void {
  const wasPressed = useRef(false);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (!wasPressed.current || document.activeElement !== document.body) return;
    place.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [place, shown]);
  return () => {
    wasPressed.current = true;
  };
}

function CodeForm({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const [typed, setTyped] = useState('');
  const apply = useMutation({ mutationFn: () => applyCode(typed), onSuccess: onDone });
  const form = useId();
  return (
    <form
      id={form}
      noValidate
      className="flex w-full max-w-narrow flex-wrap items-start gap-x-2 gap-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (typed.trim()) apply.mutate();
      }}
    >
      <div className="min-w-0 grow basis-44">
        <TextField
          label={t`Discount code`}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            apply.reset();
          }}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          errorMessage={apply.error ? errorTextOf(apply.error) : undefined}
        />
      </div>
      <div className="flex gap-2 sm:mt-7">
        <Button type="submit" isPending={apply.isPending}>
          <Trans>Apply</Trans>
        </Button>
        <Button variant="ghost" onPress={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}

interface AppliedCodeProps extends CodeFieldProps {
  typed: DiscountCode;
  onRemove: () => void;
}

function AppliedCode({ packages, order, typed, onRemove }: AppliedCodeProps) {
  const { t } = useLingui();
  const percent = usePercent()(typed.value_percentage);
  const note = useCodeNote()(packages, order);
  const { code } = typed;
  return (
    <>
      <Chip
        tone="leaf"
        icon={<Tag className="size-4 shrink-0" aria-hidden />}
        onRemove={onRemove}
        removeLabel={t`Remove code ${code}, ${percent} off`}
      >
        <Trans>
          {code}: {percent} off
        </Trans>
      </Chip>
      {note && <p className="mt-1.5 text-sm text-ink-2">{note}</p>}
    </>
  );
}
