import type { CompanyInfo } from '@heartline/contracts';
import { dialablePhone } from '@heartline/domain';
import { TextLink } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';

/** The company that runs the site and its contact; nothing when the operator entered none. */
export function CompanyLine({ company }: { company: CompanyInfo }) {
  const { name, address, city, country, kvk, tradenames, vat_numbers: vat, support_phone: phone } = company;
  if (!name) return null;
  const place = [address, city, country].filter(Boolean).join(', ');
  const others = tradenames.filter((one) => one !== name).join(', ');
  const vatNumbers = vat.join(', ');
  return (
    <address className="not-italic">
      {[name, place].filter(Boolean).join(' · ')}
      {others && ` (${others})`}
      {kvk && (
        <>
          {' · '}
          <Trans>Chamber of Commerce {kvk}</Trans>
        </>
      )}
      {vatNumbers && (
        <>
          {' · '}
          <Trans>VAT {vatNumbers}</Trans>
        </>
      )}
      {phone && (
        <>
          {' · '}
          <TextLink href={`tel:${dialablePhone(phone)}`} className="tabular whitespace-nowrap">
            {phone}
          </TextLink>
        </>
      )}
    </address>
  );
}
