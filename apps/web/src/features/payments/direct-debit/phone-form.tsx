import { PhoneField } from './phone-field.tsx';
import { useDebitFields } from './use-debit-fields.ts';

interface PhoneFormProps extends Omit<Parameters<typeof useDebitFields>[0], 'shown'> {
  /** Id of the form, for a button outside of it. */
  id: string;
  /** Country that is paid from. */
  country: string;
  onSubmit: () => void;
}

/** The phone alone, for a mandate whose last code is too long ago. The number is not kept, so it is entered again. */
export function PhoneForm({ id, country, onSubmit, ...fields }: PhoneFormProps) {
  const { place, propsOf, check } = useDebitFields({ ...fields, shown: ['phone'] });
  return (
    <form
      id={id}
      ref={place}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (check()) onSubmit();
      }}
    >
      <PhoneField {...propsOf('phone')} country={country} />
    </form>
  );
}
