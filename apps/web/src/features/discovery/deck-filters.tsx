import { searchFieldsOf } from '@heartline/domain';
import { Button, Dialog, RadioGroup } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import { type Dispatch, type ReactNode, type SetStateAction, useState } from 'react';
import { useSettings, useUser } from '../../client/session.ts';
import { useCountryName } from '../../people/country-name.ts';
import { useRegionName } from '../../people/place.ts';
import { type DeckSearch, withPlace } from './deck-search.ts';
import { AgeFilter } from './filter-fields.tsx';
import { changeSearch } from './member-search.ts';
import { FictionalFilter, GenderFilter } from './shared-filters.tsx';

interface DeckFiltersProps {
  search: DeckSearch;
  onChange: (search: DeckSearch) => void;
  /** Further fields, above the others. */
  children?: ReactNode;
}

/** The button of a deck's filters, and the sheet it opens. They apply when the sheet closes by its button. */
export function DeckFilters({ search, onChange, children }: DeckFiltersProps) {
  const { t } = useLingui();
  const [draft, setDraft] = useState<DeckSearch>();
  const close = () => setDraft(undefined);
  return (
    <>
      <Button
        size="sm"
        className="min-h-11 max-sm:gap-0! max-sm:px-3"
        icon={<SlidersHorizontal className="size-5" aria-hidden />}
        aria-haspopup="dialog"
        onPress={() => setDraft(search)}
      >
        <span className="max-sm:sr-only">{t`Filters`}</span>
      </Button>
      <Dialog
        isOpen={draft !== undefined}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={t`Filters`}
        closeLabel={t`Close`}
        size="sm"
        footer={
          <Button
            variant="primary"
            isFullWidth
            onPress={() => {
              if (draft) onChange(draft);
              close();
            }}
          >{t`Show people`}</Button>
        }
      >
        <div className="grid gap-6 pt-1">
          {children}
          {draft && <Fields search={draft} onChange={setDraft} />}
        </div>
      </Dialog>
    </>
  );
}

interface FieldsProps {
  search: DeckSearch;
  onChange: Dispatch<SetStateAction<DeckSearch | undefined>>;
}

function Fields({ search, onChange }: FieldsProps) {
  const offered = searchFieldsOf(useSettings());
  const isMember = useUser() !== null;
  // Two fields may change before the first is drawn.
  const set = (change: Parameters<typeof changeSearch>[1]) =>
    onChange((now) => now && changeSearch(now, change));
  return (
    <>
      {offered.includes('gender') && (
        <GenderFilter value={search.gender} onChange={(gender) => set({ gender })} />
      )}
      {offered.includes('min_age') && offered.includes('max_age') && (
        <AgeFilter search={search} onDrag={onChange} onChange={onChange} />
      )}
      {isMember && offered.includes('country') && <PlaceChoice search={search} onChange={onChange} />}
      <FictionalFilter value={search.fictional} onChange={(fictional) => set({ fictional })} />
    </>
  );
}

type Place = 'near' | 'country' | 'everywhere' | 'other';

/** Near, the own country, or everywhere; and the place of the search page when it is none of these. */
function PlaceChoice({ search, onChange }: Pick<DeckFiltersProps, 'search' | 'onChange'>) {
  const { t } = useLingui();
  const { profile } = useUser() ?? {};
  const hasRegions = searchFieldsOf(useSettings()).includes('countryregion');
  const countryName = useCountryName();
  const regionName = useRegionName();
  const [first] = useState(search);
  if (!profile) return null;
  const { country, region } = profile;
  const places: Record<Exclude<Place, 'other'>, DeckSearch> = {
    near: { country, countryregion: region },
    country: { country },
    everywhere: {},
  };
  const placeOf = (one: DeckSearch): Place => {
    if (!one.country) return 'everywhere';
    if (one.country !== country || one.neighbours) return 'other';
    if (!one.countryregion) return 'country';
    return one.countryregion === region && hasRegions ? 'near' : 'other';
  };
  const inWords = (one: DeckSearch) => {
    const name = countryName(one.country ?? country);
    if (one.neighbours) return t`${name} and its neighbours`;
    const part = regionName({ country: one.country ?? country, region: one.countryregion ?? '' });
    return part ? `${part}, ${name}` : name;
  };
  const near = regionName(profile) ?? t`your region`;
  const own = countryName(country);
  return (
    <RadioGroup<Place>
      label={t`Where`}
      variant="rows"
      value={placeOf(search)}
      onChange={(place) => onChange(withPlace(search, place === 'other' ? first : places[place]))}
      options={[
        ...(hasRegions ? [{ value: 'near' as const, label: t`Near you`, description: near }] : []),
        { value: 'country', label: t`All of ${own}` },
        { value: 'everywhere', label: t`Everywhere` },
        ...(placeOf(first) === 'other' ? [{ value: 'other' as const, label: inWords(first) }] : []),
      ]}
    />
  );
}
