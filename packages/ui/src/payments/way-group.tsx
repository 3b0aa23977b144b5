import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Anchor } from '../actions/anchor.tsx';
import { classNames } from '../class-names.ts';
import { PaymentLogo, type PaymentLogoName } from './payment-logo.tsx';

export interface WayOption<V extends string> {
  value: V;
  logo: PaymentLogoName;
  /** "PayPal". */
  label: string;
  /** When the credits come: "Credits at once". */
  note: string;
  /** Logos of the card brands, with their names for screen readers. */
  brands?: readonly { logo: PaymentLogoName; label: string }[] | undefined;
  /** Why it can’t be chosen: "Not available here (Poland)". It replaces the note. */
  reason?: string | undefined;
}

export interface WayGroupProps<V extends string> {
  label: string;
  isLabelHidden?: boolean | undefined;
  options: readonly WayOption<V>[];
  value: V | null;
  onChange: (value: V) => void;
}

/** Ways to pay as radio buttons that look like cards. Arrow keys move, as the platform does it. */
export function WayGroup<V extends string>(props: WayGroupProps<V>) {
  const { label, isLabelHidden, options, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={isLabelHidden ? 'sr-only' : 'title mb-3 text-lg'}>{label}</legend>
      <div className="grid gap-2">
        {options.map((option) => (
          <WayCard
            key={option.value}
            {...option}
            name={name}
            isSelected={option.value === value}
            onSelect={() => onChange(option.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface WayCardProps extends WayOption<string> {
  name: string;
  isSelected: boolean;
  onSelect: () => void;
}

function WayCard({ name, value, logo, label, note, brands, reason, isSelected, onSelect }: WayCardProps) {
  const noteId = useId();
  const brandsId = `${noteId}-brands`;
  return (
    <label
      className={classNames(
        'relative flex min-h-16 items-center gap-x-3.5 gap-y-2 rounded-card border px-4 py-3 transition-[border-color,background-color] duration-200 max-2xs:flex-wrap',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
        reason && 'border-line bg-sunk text-ink-2',
        !reason && 'cursor-pointer',
        !reason && !isSelected && 'border-line bg-card hover:border-edge',
        isSelected && 'border-pulse bg-pulse-soft shadow-[inset_0_0_0_1px_var(--pulse)]',
      )}
    >
      {/* As large as the card, so a way chosen by key scrolls fully into view. */}
      <input
        type="radio"
        className="absolute inset-0 size-full cursor-[inherit] appearance-none outline-none"
        name={name}
        value={value}
        checked={isSelected}
        disabled={reason !== undefined}
        onChange={onSelect}
        aria-describedby={brands ? `${noteId} ${brandsId}` : noteId}
        aria-label={label}
      />
      <RadioMark isSelected={isSelected} isDisabled={reason !== undefined} />
      <span className={classNames('contents', reason && '[&_svg]:opacity-60')}>
        <PaymentLogo name={logo} />
      </span>
      <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{label}</span>
          <span id={noteId} className={classNames('block text-sm', reason ? 'text-ink' : 'text-ink-2')}>
            {reason ?? note}
          </span>
        </span>
        {brands && <BrandRow id={brandsId} brands={brands} />}
      </span>
    </label>
  );
}

/** The dot of a radio button, drawn beside the logo. The native one is as large as the card. */
function RadioMark({ isSelected, isDisabled }: { isSelected: boolean; isDisabled: boolean }): ReactNode {
  return (
    <span
      aria-hidden
      className={classNames(
        'flex size-5 shrink-0 items-center justify-center rounded-full border-2',
        isSelected ? 'border-pulse' : 'border-edge',
        isDisabled && 'opacity-40',
      )}
    >
      {isSelected && <span className="size-2.5 rounded-full bg-pulse forced-colors:bg-[HighlightText]!" />}
    </span>
  );
}

function BrandRow({ id, brands }: { id: string; brands: NonNullable<WayOption<string>['brands']> }) {
  return (
    <span id={id} className="flex flex-wrap gap-1">
      {brands.map(({ logo, label }) => (
        <PaymentLogo key={logo} name={logo} size="sm" label={label} />
      ))}
    </span>
  );
}

export interface WayLinkProps {
  href: string;
  logo: PaymentLogoName;
  label: string;
  note: string;
}

/** The same card as a link to paying that way. */
export function WayLink({ href, logo, label, note }: WayLinkProps) {
  return (
    <Anchor
      href={href}
      className="flex min-h-16 items-center gap-3.5 rounded-card border border-line bg-card px-4 py-3 text-left transition-colors duration-200 hover:border-edge active:bg-press"
    >
      <PaymentLogo name={logo} />
      <span className="min-w-0 grow">
        <span className="block font-semibold wrap-anywhere">{label}</span>
        <span className="block text-sm text-ink-2">{note}</span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-ink-2" aria-hidden />
    </Anchor>
  );
}
