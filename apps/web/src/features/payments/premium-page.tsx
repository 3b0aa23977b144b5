import { Button, Page } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, Check, Images, MessagesSquare, SearchCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { formatLocale } from '../../client/language.ts';
import { useSettings, useUser } from '../../client/session.ts';
import { useSlots } from '../../client/slots.tsx';
import { formatMoney } from '../../people/money.ts';
import { OneTimeNotice, PackShop } from './pack-shop.tsx';

/** Premium and its price: for members with the packs, for visitors with the sign-up. */
export function PremiumPage() {
  const { t } = useLingui();
  const user = useUser();
  const { free_conversations: free, free_visible_photos: visible, premium_photos: uploads } = useSettings();
  useDocumentTitle(t`Premium`);
  return (
    <Page className="grow">
      <header className="mb-8 max-w-text">
        <h1 className="title text-2xl md:text-3xl">
          {user?.paid_user ? (
            <Trans>You have Premium, for life</Trans>
          ) : (
            <Trans>Pay once. Premium for life.</Trans>
          )}
        </h1>
        <p className="mt-2 text-md text-ink-2">
          {user?.paid_user ? (
            <Trans>More credits whenever you have more to say. Nothing renews by itself.</Trans>
          ) : (
            <Trans>
              Your first credits, in any pack, make you a Premium member. Nothing renews by itself.
            </Trans>
          )}
        </p>
      </header>
      <ul className="mb-10 grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        <Feature icon={<MessagesSquare aria-hidden />} title={t`As many conversations as you like`}>
          <Trans>Free members can start {free}.</Trans>
        </Feature>
        <Feature icon={<Images aria-hidden />} title={t`Every photo of everybody`}>
          <Trans>Free members see the first {visible}.</Trans>
        </Feature>
        <Feature icon={<Camera aria-hidden />} title={t`Up to ${uploads} photos of your own`}>
          <Trans>Show more than one side of you.</Trans>
        </Feature>
        <Feature icon={<SearchCheck aria-hidden />} title={t`One payment, no subscription`}>
          <Trans>You only ever pay for messages you send.</Trans>
        </Feature>
      </ul>
      {user ? <PackShop /> : <VisitorPrices />}
    </Page>
  );
}

function Feature({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3.5 lg:flex-col">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-pulse-soft text-pulse [&_svg]:size-5">
        {icon}
      </span>
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-0.5 text-sm text-ink-2">{children}</p>
      </div>
    </li>
  );
}

/** Prices for a visitor: the cheapest message in their country. */
function VisitorPrices() {
  const { t, i18n } = useLingui();
  const { openSignUp } = useSlots();
  const { minimum_message_costs: costs, ...site } = useSettings();
  const cheapest = costs[site.geoip_selected_country ?? site.geoip_country ?? ''];
  /** The number of messages that the sign-up credits pay for. */
  const credits = Math.floor(site.signup_credits / Math.max(1, site.message_credits));
  const price =
    cheapest && formatMoney(formatLocale(i18n), Math.round(cheapest.costs * 100), cheapest.currency);
  return (
    <div className="grid max-w-text justify-items-start gap-4">
      {price && <p className="title text-xl">{t`from ${price} per message`}</p>}
      <p className="flex gap-2">
        <Check className="mt-px size-5 text-leaf" aria-hidden />
        {credits > 1 ? (
          <Trans>Signing up is free, and the first {credits} messages are on us.</Trans>
        ) : (
          <Trans>Signing up is free. Nothing is charged until you buy a credit pack yourself.</Trans>
        )}
      </p>
      <p className="text-sm text-ink-2">
        <OneTimeNotice />
      </p>
      <Button variant="primary" size="lg" onPress={() => openSignUp()}>
        <Trans>Sign up</Trans>
      </Button>
    </div>
  );
}
