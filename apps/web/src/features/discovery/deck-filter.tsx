import type { Gender } from '@heartline/contracts';
import { searchFieldsOf } from '@heartline/domain';
import { RadioGroup, Switch } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useSettings } from '../../client/session.ts';
import { GENDER_WORDS } from './filter-words.ts';
import { changeSearch, type MemberSearch } from './member-search.ts';

export type DeckSearch = Pick<MemberSearch, 'gender' | 'fictional'>;

interface DeckFilterProps<S extends DeckSearch> {
  search: S;
  onChange: (search: S) => void;
  /** Where nobody is known who asks, they say whom they want to see. */
  hasGender?: boolean;
}

/** What may be left out of a deck of cards. Like a search it stands in the address. */
export function DeckFilter<S extends DeckSearch>({ search, onChange, hasGender }: DeckFilterProps<S>) {
  const { t, i18n } = useLingui();
  const settings = useSettings();
  const set = (change: Parameters<typeof changeSearch>[1]) => onChange(changeSearch(search, change) as S);
  return (
    <div className="mx-auto mt-8 grid w-full max-w-[400px] gap-3">
      {hasGender && searchFieldsOf(settings).includes('gender') && (
        <RadioGroup<Gender | 'all'>
          label={t`Show me`}
          isCompact
          value={search.gender ?? 'all'}
          onChange={(gender) => set({ gender: gender === 'all' ? undefined : gender })}
          options={[
            { value: 'all', label: t`Everyone` },
            { value: 'female', label: i18n._(GENDER_WORDS.female) },
            { value: 'male', label: i18n._(GENDER_WORDS.male) },
          ]}
        />
      )}
      {settings.fictional_warning && (
        <Switch
          label={t`Fictional profiles`}
          description={t`They are labelled. Switch off to see people only.`}
          value={search.fictional !== 'no'}
          onChange={(isShown) => set({ fictional: isShown ? undefined : 'no' })}
        />
      )}
    </div>
  );
}
