import { Page, PageHeader, TextLink } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDocumentTitle } from '../../client/document-title.ts';
import { formatLocale } from '../../client/language.ts';
import { useMember, useSettings } from '../../client/session.ts';
import { formatCount } from '../../people/money.ts';
import { OwnMandate } from './direct-debit/own-mandate.tsx';
import { PackShop } from './pack-shop.tsx';

/** The member's credits, and the packs to buy more. */
export function CreditsPage() {
  const { t, i18n } = useLingui();
  const { credits, paid_user: hasBought } = useMember();
  const { message_credits: price, photo_credits: photo, gift_credits: gift } = useSettings();
  useDocumentTitle(t`Credits`);
  return (
    <Page className="grow">
      <PageHeader
        title={t`Credits`}
        description={
          <>
            {price === 1
              ? t`One credit is one message. Reading, liking and searching are free.`
              : plural(price, {
                  one: 'A message costs # credit. Reading, liking and searching are free.',
                  other: 'A message costs # credits. Reading, liking and searching are free.',
                })}{' '}
            {photo === 0
              ? t`Photos are free.`
              : plural(photo, { one: 'A photo costs # credit.', other: 'A photo costs # credits.' })}{' '}
            {gift > 0 &&
              plural(gift, { one: 'Gifts start at # credit.', other: 'Gifts start at # credits.' })}
          </>
        }
        actions={
          <span className="flex flex-wrap gap-x-5">
            {hasBought && (
              <TextLink href="/credits/repeat-order" className="target">
                <Trans>Order again</Trans>
              </TextLink>
            )}
            <TextLink href="/credits/statement" className="target">
              <Trans>Statement</Trans>
            </TextLink>
            <TextLink href="/credits/limits" className="target">
              <Trans>Limits</Trans>
            </TextLink>
            <TextLink href="/credits/refund" className="target">
              <Trans>Withdraw from contract here</Trans>
            </TextLink>
          </span>
        }
      />
      <p className="mb-8 flex flex-wrap items-baseline gap-x-3" aria-live="polite">
        <span className="title tabular text-[4.5rem] leading-none max-2xs:text-3xl">
          {formatCount(formatLocale(i18n), credits)}
        </span>
        <span className="text-md text-ink-2">{plural(credits, { one: 'credit', other: 'credits' })}</span>
      </p>
      <PackShop />
      <OwnMandate />
    </Page>
  );
}
