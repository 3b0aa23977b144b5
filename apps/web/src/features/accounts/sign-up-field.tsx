import type { Gender, Sexuality } from '@heartline/contracts';
import { NAME_LENGTH } from '@heartline/domain';
import { DateOfBirthField, PasswordField, RadioGroup, TextField } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import { useFormatLocale } from '../../client/language.ts';
import { SEXUALITY_LABELS } from '../../people/sexuality-labels.ts';
import { suggestEmail } from './email-suggestion.ts';
import { PasswordMeter } from './password-meter.tsx';
import { CountryField, RegionField } from './place-fields.tsx';
import { CityField, MessageField, PartnerOffersField, TraitField } from './sign-up-profile-fields.tsx';
import { type SignUpField, sexualitiesOf } from './sign-up-rules.ts';
import { type SignUpFieldProps, useFieldProps } from './use-field-props.ts';

const FIELDS: Record<SignUpField, (props: SignUpFieldProps) => ReactNode> = {
  email: EmailField,
  name: NameField,
  gender: GenderField,
  sexuality: SexualityField,
  date_of_birth: BirthField,
  country: CountryField,
  region: RegionField,
  city: CityField,
  relationship_status: TraitField,
  body_type: TraitField,
  hair_color: TraitField,
  eye_color: TraitField,
  tattoos: TraitField,
  reason: TraitField,
  signup_message: MessageField,
  partner_offers: PartnerOffersField,
  password: NewPasswordField,
};

/** The control of one question. */
export function SignUpFieldFor(props: SignUpFieldProps) {
  const Field = FIELDS[props.field];
  return <Field {...props} />;
}

function EmailField(props: SignUpFieldProps) {
  const { t } = useLingui();
  const { answers, answer } = props.form;
  const suggestion = suggestEmail(answers.email);
  const field = useRef<HTMLInputElement>(null);
  return (
    <TextField
      {...useFieldProps(props)}
      ref={field}
      label={t`E-mail address`}
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      value={answers.email}
      onChange={(email) => answer({ email })}
      description={
        // In one grid cell: the content below does not move when the question comes and goes.
        <span className="grid items-start *:[grid-area:1/1]">
          <span className={suggestion && 'invisible'}>
            {t`We’ll send you one e-mail to activate your account. It’s never shown to anyone.`}
          </span>
          {suggestion && (
            <button
              type="button"
              className="target text-left wrap-anywhere text-sky underline underline-offset-3"
              onClick={() => {
                answer({ email: suggestion });
                // The pressed text goes, and would take the focus with it.
                field.current?.focus();
              }}
            >
              {t`Did you mean ${suggestion}?`}
            </button>
          )}
        </span>
      }
    />
  );
}

function NameField(props: SignUpFieldProps) {
  const { t } = useLingui();
  const { answers, answer } = props.form;
  return (
    <TextField
      {...useFieldProps(props)}
      label={t`Username`}
      autoComplete="nickname"
      maxLength={NAME_LENGTH.maximum}
      value={answers.name}
      onChange={(name) => answer({ name })}
      description={t`Shown on your profile. A first name or nickname is fine.`}
    />
  );
}

function GenderField(props: SignUpFieldProps) {
  const { t } = useLingui();
  const { answers, answer } = props.form;
  return (
    <RadioGroup<Gender>
      {...useFieldProps(props)}
      label={t`I am`}
      value={answers.gender}
      onChange={(gender) => answer({ gender })}
      options={[
        { value: 'female', label: t`A woman` },
        { value: 'male', label: t`A man` },
      ]}
    />
  );
}

function SexualityField(props: SignUpFieldProps) {
  const { t, i18n } = useLingui();
  const { answers, answer } = props.form;
  return (
    <RadioGroup<Sexuality>
      {...useFieldProps(props)}
      label={t`My sexuality`}
      value={answers.sexuality}
      onChange={(sexuality) => answer({ sexuality })}
      options={sexualitiesOf(answers.gender).map((value) => ({
        value,
        label: i18n._(SEXUALITY_LABELS[value]),
      }))}
    />
  );
}

function BirthField(props: SignUpFieldProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const { answers, answer } = props.form;
  return (
    <DateOfBirthField
      {...useFieldProps(props)}
      label={t`Date of birth`}
      locale={locale}
      labels={{ day: t`Day`, month: t`Month`, year: t`Year` }}
      placeholders={{ day: t`DD`, month: t`MM`, year: t`YYYY` }}
      value={answers.date_of_birth}
      onChange={(date_of_birth) => answer({ date_of_birth })}
      description={t`Others see your age, never your date of birth.`}
    />
  );
}

function NewPasswordField(props: SignUpFieldProps) {
  const { t } = useLingui();
  const { answers, answer } = props.form;
  return (
    <PasswordField
      {...useFieldProps(props)}
      label={t`Password`}
      autoComplete="new-password"
      showLabel={t`Show password`}
      hideLabel={t`Hide password`}
      value={answers.password}
      onChange={(password) => answer({ password })}
      description={
        answers.password ? (
          <PasswordMeter password={answers.password} about={[answers.name, answers.email]} />
        ) : (
          t`At least 8 characters. A short sentence is easy to remember.`
        )
      }
    />
  );
}
