import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { FieldNote } from '../fields/field-frame.tsx';
import { PriceTag, type PriceTagProps } from './price.tsx';

export interface PackageOption {
  /** `p0` to `p3`. */
  value: string;
  /** "60". */
  credits: string;
  /** "credits". */
  unit: string;
  price: PriceTagProps;
  /** "Most popular": a ribbon. */
  ribbon?: string | undefined;
  /** "25 % welcome bonus". */
  bonus?: string | undefined;
  /** "25% cheaper per message", compared with the smallest pack. */
  saving?: string | undefined;
  /** "One-time payment, incl. VAT". */
  terms: string;
}

export interface PackageGroupProps {
  label: string;
  options: readonly PackageOption[];
  value: string | null;
  onChange: (value: string) => void;
  /** Below all packs: the notice about a one-time payment. */
  notice?: ReactNode;
  errorMessage?: string | undefined;
  /** `rows` where there is little room: a line for each pack, without its terms. */
  layout?: 'cards' | 'rows' | undefined;
  className?: string | undefined;
}

/** The packs as radio buttons that look like cards. */
export function PackageGroup({
  label,
  options,
  value,
  onChange,
  notice,
  errorMessage,
  layout = 'cards',
  className,
}: PackageGroupProps) {
  const name = useId();
  const Option = layout === 'cards' ? PackageCard : PackageRow;
  return (
    <fieldset className={classNames('min-w-0', className)}>
      <legend className="sr-only">{label}</legend>
      <div
        className={layout === 'cards' ? 'grid gap-4 sm:grid-cols-2 sm:gap-3 lg:grid-cols-4' : 'grid gap-2'}
      >
        {options.map((option) => (
          <Option
            key={option.value}
            {...option}
            name={name}
            isSelected={option.value === value}
            onSelect={() => onChange(option.value)}
          />
        ))}
      </div>
      {notice && <p className="mt-3 text-sm text-ink-2">{notice}</p>}
      <FieldNote id={`${name}-note`} errorMessage={errorMessage} isCompact />
    </fieldset>
  );
}

/** The packs as cards that only show, for readers who can’t buy yet. */
export function PackageList({ label, options }: { label: string; options: readonly PackageOption[] }) {
  return (
    <ul aria-label={label} className="grid gap-4 sm:grid-cols-2 sm:gap-3 lg:grid-cols-4">
      {options.map((option) => (
        <li key={option.value} className={classNames(cardClass, 'border-line bg-card')}>
          <PackageFace {...option} />
        </li>
      ))}
    </ul>
  );
}

const cardClass =
  'relative flex items-center justify-between gap-4 max-2xs:flex-col max-2xs:items-start rounded-card border p-5 sm:flex-col sm:items-start sm:pt-7';

export interface PackageCardProps extends PackageOption {
  /** Name of the radio group. */
  name: string;
  isSelected: boolean;
  onSelect: () => void;
}

export function PackageCard({ name, isSelected, onSelect, ...option }: PackageCardProps) {
  return (
    <label className={classNames(cardClass, choiceClass(isSelected))}>
      <input
        type="radio"
        className={radioClass}
        name={name}
        value={option.value}
        checked={isSelected}
        onChange={onSelect}
      />
      <PackageFace {...option} />
    </label>
  );
}

/** The same pack as a row: credits and saving left, the price right. */
function PackageRow({ name, isSelected, onSelect, ...option }: PackageCardProps) {
  const { credits, unit, price, ribbon, bonus, saving } = option;
  return (
    <label
      className={classNames(
        'relative flex min-h-16 items-center justify-between gap-x-4 gap-y-1 rounded-card border px-4 py-2.5 max-2xs:flex-wrap',
        choiceClass(isSelected),
      )}
    >
      <input
        type="radio"
        className={radioClass}
        name={name}
        value={option.value}
        checked={isSelected}
        onChange={onSelect}
      />
      <span className="min-w-0">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">
            <span className="tabular">{credits}</span> {unit}
          </span>
          {ribbon && <span className="text-sm text-ink-2">{ribbon}</span>}
        </span>
        {saving && <span className="block text-sm text-leaf">{saving}</span>}
        {bonus && <span className="block text-sm text-amber">{bonus}</span>}
      </span>
      <span className="shrink-0 text-right">
        <PriceTag {...price} note={undefined} />
      </span>
    </label>
  );
}

const choiceClass = (isSelected: boolean) =>
  classNames(
    'cursor-pointer transition-[border-color,background-color] duration-200',
    'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
    isSelected
      ? 'border-pulse bg-pulse-soft shadow-[inset_0_0_0_1px_var(--pulse)]'
      : 'border-line bg-card hover:border-edge',
  );

/** As large as the card, so a pack chosen by key scrolls fully into view, above the pay bar of a phone. */
const radioClass =
  'absolute inset-0 size-full cursor-pointer scroll-mt-4 appearance-none outline-none max-sm:scroll-mb-44';

/** The contents of a pack and its price. */
function PackageFace({ credits, unit, price, ribbon, bonus, saving, terms }: PackageOption) {
  return (
    <>
      {ribbon && (
        <span className="absolute -top-3 left-5 rounded-full bg-pulse px-3 py-0.5 text-xs leading-5 font-semibold text-on-pulse forced-colors:border forced-colors:bg-[Canvas]! forced-colors:text-[CanvasText]!">
          {ribbon}
        </span>
      )}
      <span>
        <span className="title tabular block text-2xl">{credits}</span>
        <span className="block text-sm text-ink-2">{unit}</span>
        {saving && <span className="mt-1.5 block text-sm font-semibold text-leaf">{saving}</span>}
        {bonus && <span className="mt-1.5 block text-sm font-semibold text-amber">{bonus}</span>}
      </span>
      <span className="text-right max-2xs:text-left sm:text-left">
        <PriceTag {...price} size="lg" />
        <span className="mt-0.5 block text-xs text-ink-2">{terms}</span>
      </span>
    </>
  );
}
