import { dialablePhone } from '@heartline/domain';
import { TextLink } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { companyQuery } from '../../client/query.ts';

/** The company that runs the site and its contact; nothing when the operator entered none. */
export function CompanyLine() {
  const { data: company } = useQuery(companyQuery);
  if (!company?.name) return null;
  const { name, address, city, country, kvk, tradenames, vat_numbers: vat, support_phone: phone } = company;
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
