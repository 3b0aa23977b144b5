import { Section, TextField } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { IbanField } from './iban-field.tsx';
import { PhoneField } from './phone-field.tsx';
import { useDebitFields } from './use-debit-fields.ts';

interface AccountFormProps extends Omit<Parameters<typeof useDebitFields>[0], 'shown'> {
  /** Id of the form, for a button outside of it. */
  id: string;
  /** Country that is paid from; it decides the example of a phone number. */
  country: string;
  onSubmit: () => void;
}

/** Step one: the account to debit, its holder, and the phone that gets the code (S2-075, S2-076). */
export function AccountForm({ id, country, onSubmit, ...fields }: AccountFormProps) {
  const { t } = useLingui();
  const { place, propsOf, check } = useDebitFields(fields);
  return (
    <form
      id={id}
      ref={place}
      noValidate
      className="grid grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (check()) onSubmit();
      }}
    >
      <Section title={t`Bank account`}>
        <div className="grid grid-cols-1 gap-1.5">
          <TextField
            {...propsOf('account_holder')}
            label={t`Account holder`}
            autoComplete="name"
            maxLength={70}
          />
          <IbanField {...propsOf('iban')} />
        </div>
      </Section>
      <Section title={t`Address`}>
        <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-x-3">
          <TextField {...propsOf('street')} label={t`Street`} autoComplete="address-line1" maxLength={70} />
          <TextField {...propsOf('house_number')} label={t`Number`} autoComplete="off" maxLength={16} />
        </div>
        <div className="mt-1.5 grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3">
          <TextField
            {...propsOf('zip')}
            label={t`Postcode`}
            autoComplete="postal-code"
            autoCapitalize="characters"
            maxLength={16}
          />
          <TextField {...propsOf('city')} label={t`Town`} autoComplete="address-level2" maxLength={70} />
        </div>
        <p className="text-sm text-ink-2">
          <Trans>For your bank only. Other members never see it.</Trans>
        </p>
      </Section>
      <PhoneField {...propsOf('phone')} country={country} />
    </form>
  );
}
