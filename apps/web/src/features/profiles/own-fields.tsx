import {
  ABOUT_LENGTH,
  BODY_TYPES,
  EYE_COLORS,
  type Gender,
  HAIR_COLORS,
  INTERESTS,
  INTERESTS_LIMIT,
  type Interest,
  REASONS,
  RELATIONSHIP_STATUSES,
  type Sexuality,
  TATTOOS,
} from '@heartline/contracts';
import { checkDateOfBirth, cleanAbout } from '@heartline/domain';
import { classNames, DateOfBirthField, RadioGroup, SelectField, TextArea, widerThan } from '@heartline/ui';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { calendarDay } from '../../client/calendar-day.ts';
import { useFieldMessage } from '../../client/error-message.ts';
import { useFormatLocale, useLocale } from '../../client/language.ts';
import { useMedia } from '../../client/media.ts';
import { useSettings } from '../../client/session.ts';
import { INTEREST_LABELS } from '../../people/interest-labels.ts';
import { SEXUALITY_LABELS } from '../../people/sexuality-labels.ts';
import {
  BODY_TYPE_LABELS,
  EYE_COLOR_LABELS,
  HAIR_COLOR_LABELS,
  REASON_LABELS,
  RELATIONSHIP_LABELS,
  TATTOO_LABELS,
} from '../../people/trait-labels.ts';
import type { OwnProfileForm } from './own-profile-state.ts';
import { useShown } from './shown-fields.ts';

interface FieldsProps {
  form: OwnProfileForm;
}

/** Typed text is saved after a pause, and at once when the field is left. */
const PAUSE_MS = 1_200;

interface TypedTextOptions {
  save: (text: string) => void;
  /** The text as the server stores it. Parts that it removes, such as a trailing space, stay while the member types. */
  clean: (text: string) => string | null | undefined;
  /** The last change did not reach the server. Its older text must not replace the typed one. */
  isUnreached: boolean;
}

/** A text as it is typed. A save meanwhile, here or on another device, does not overwrite it. */
export function useTypedText(saved: string, { save, clean, isUnreached }: TypedTextOptions) {
  const [typed, setTyped] = useState(saved);
  const [known, setKnown] = useState(saved);
  const asStored = (text: string) => clean(text) ?? text.trim();
  const isSame = (one: string, other: string) => asStored(one) === asStored(other);
  if (known !== saved) {
    setKnown(saved);
    if (isSame(typed, known) && !isSame(typed, saved) && !isUnreached) setTyped(saved);
  }
  const flush = () => {
    if (!isSame(typed, saved)) save(typed);
  };
  // A member who goes back does not leave the field first.
  const leave = useEffectEvent(flush);
  useEffect(() => () => leave(), []);
  useEffect(() => {
    if (isSame(typed, saved)) return;
    const timer = setTimeout(() => save(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return { value: typed, onChange: setTyped, onBlur: flush };
}

/** The text about oneself, as it is typed. */
export function useAbout({ profile, change, unreached }: OwnProfileForm) {
  return useTypedText(profile.about ?? '', {
    save: (about) => change({ about }),
    clean: cleanAbout,
    isUnreached: unreached.includes('about'),
  });
}

export function AboutField({ form }: FieldsProps) {
  const { t } = useLingui();
  const { noteOf } = useShown();
  const text = useAbout(form);
  return (
    <TextArea
      {...text}
      name="about"
      label={t`About me`}
      isLabelHidden
      minRows={5}
      maxLength={ABOUT_LENGTH}
      counter={`${text.value.length} / ${ABOUT_LENGTH}`}
      placeholder={t`What makes you laugh? What’s a good Sunday like?`}
      description={noteOf('about')}
    />
  );
}

/** Name, date of birth, gender, sexuality. */
export function PersonFields({ form }: FieldsProps) {
  const { t, i18n } = useLingui();
  const { profile, change } = form;
  const { shows, noteOf } = useShown();
  const isWide = useMedia(widerThan('sm'));
  return (
    <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
      <dl className="mb-5 flex flex-wrap gap-x-10 gap-y-2 sm:col-span-2">
        <div>
          <dt className="text-sm font-semibold">{t`Name`}</dt>
          <dd className="text-md wrap-anywhere">{profile.name}</dd>
        </div>
        <div>
          <dt className="text-sm font-semibold">{t`Age`}</dt>
          <dd className="tabular text-md">{profile.age}</dd>
        </div>
      </dl>
      <BirthField form={form} />
      <RadioGroup<Gender>
        label={t`Gender`}
        name="gender"
        value={profile.gender}
        onChange={(gender) => change({ gender })}
        options={[
          { value: 'female', label: t`Woman` },
          { value: 'male', label: t`Man` },
        ]}
      />
      {shows('sexuality') && (
        <RadioGroup<Sexuality>
          className="sm:col-span-2"
          label={t`Sexuality`}
          name="sexuality"
          variant={isWide ? 'segmented' : 'rows'}
          value={profile.sexuality}
          onChange={(sexuality) => change({ sexuality })}
          options={(Object.keys(SEXUALITY_LABELS) as Sexuality[]).map((value) => ({
            value,
            label: i18n._(SEXUALITY_LABELS[value]),
          }))}
          description={noteOf('sexuality')}
        />
      )}
    </div>
  );
}

function BirthField({ form: { profile, change } }: FieldsProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const message = useFieldMessage();
  const { min_age: minAge } = useSettings();
  const [typed, setTyped] = useState(profile.date_of_birth);
  const [known, setKnown] = useState(profile.date_of_birth);
  if (known !== profile.date_of_birth) {
    setKnown(profile.date_of_birth);
    setTyped(profile.date_of_birth);
  }
  const [today] = useState(() => calendarDay(new Date()));
  const error = checkDateOfBirth(typed, today, minAge);
  const [isLeft, setLeft] = useState(false);
  return (
    <DateOfBirthField
      label={t`Date of birth`}
      name="date_of_birth"
      locale={locale}
      labels={{ day: t`Day`, month: t`Month`, year: t`Year` }}
      placeholders={{ day: t`DD`, month: t`MM`, year: t`YYYY` }}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        setLeft(false);
      }}
      onBlur={() => {
        setLeft(true);
        if (!error && typed !== profile.date_of_birth) change({ date_of_birth: typed });
      }}
      description={t`Others see your age, never your date of birth.`}
      errorMessage={isLeft ? message(error) : undefined}
    />
  );
}

type FactField = 'reason' | 'relationship_status' | 'body_type' | 'hair_color' | 'eye_color' | 'tattoos';

/** Facts with a choice. Leaving one open is allowed. */
export function FactFields({ form: { profile, change } }: FieldsProps) {
  const { t, i18n } = useLingui();
  const { shows, noteOf } = useShown();
  const facts: [FactField, string, readonly string[], Partial<Record<string, MessageDescriptor>>][] = [
    ['reason', t({ context: 'about oneself', message: 'Here for' }), REASONS, REASON_LABELS],
    ['relationship_status', t`Relationship`, RELATIONSHIP_STATUSES, RELATIONSHIP_LABELS],
    ['body_type', t`Body type`, BODY_TYPES, BODY_TYPE_LABELS],
    ['hair_color', t`Hair`, HAIR_COLORS, HAIR_COLOR_LABELS],
    ['eye_color', t`Eyes`, EYE_COLORS, EYE_COLOR_LABELS],
    ['tattoos', t`Tattoos`, TATTOOS, TATTOO_LABELS],
  ];
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {facts
        .filter(([field]) => shows(field))
        .map(([field, label, values, words]) => (
          <SelectField
            key={field}
            label={label}
            name={field}
            isCompact
            value={profile[field] ?? ''}
            onChange={(value) => change({ [field]: value || null })}
            options={[
              { value: '', label: t`Prefer not to say` },
              ...values.map((value) => ({ value, label: i18n._(words[value] ?? { id: value }) })),
            ]}
            description={noteOf(field)}
          />
        ))}
    </div>
  );
}

export function InterestFields({ form: { profile, change } }: FieldsProps) {
  const { t, i18n } = useLingui();
  const { noteOf } = useShown();
  const locale = useLocale();
  const noteId = useId();
  const chosen = new Set(profile.interests);
  const isFull = chosen.size >= INTERESTS_LIMIT;
  const { compare } = new Intl.Collator(locale);
  const all = INTERESTS.map((value) => ({ value, label: i18n._(INTEREST_LABELS[value]) })).sort((a, b) =>
    compare(a.label, b.label),
  );
  const toggle = (value: Interest) => {
    const next = chosen.has(value)
      ? profile.interests.filter((one) => one !== value)
      : [...profile.interests, value];
    change({ interests: next as Interest[] });
  };
  return (
    <fieldset aria-describedby={noteId}>
      <legend className="sr-only">{t`Interests`}</legend>
      <div className="flex flex-wrap gap-2">
        {all.map(({ value, label }) => (
          <label
            key={value}
            className={classNames(
              'inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-full border border-line bg-card px-3.5 py-1 text-sm font-medium transition-colors hover:border-ink-2',
              'target relative has-checked:border-pulse has-checked:bg-pulse-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ink has-disabled:opacity-50',
            )}
          >
            <input
              type="checkbox"
              name="interests"
              value={value}
              className="sr-only"
              checked={chosen.has(value)}
              disabled={isFull && !chosen.has(value)}
              onChange={() => toggle(value)}
            />
            {chosen.has(value) && <Check className="size-4 text-pulse" strokeWidth={2.5} aria-hidden />}
            {label}
          </label>
        ))}
      </div>
      <p id={noteId} className="mt-3 text-sm text-ink-2">
        {t`${chosen.size} of ${INTERESTS_LIMIT} chosen.`}
        {isFull && ` ${t`Remove one to choose another.`}`} {noteOf('interests')}
      </p>
    </fieldset>
  );
}
