import type { PublicSettings } from '@heartline/contracts';
import { Page } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, Images, MessagesSquare, SearchCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ClaimSettings, PremiumClaim } from './premium-claim.tsx';

interface PremiumViewProps {
  settings: ClaimSettings &
    Pick<PublicSettings, 'free_conversations' | 'free_visible_photos' | 'premium_photos'>;
  isPremium: boolean;
  /** The packs: to buy, or their prices. */
  children: ReactNode;
}

/** Premium and its price, without any data of its own: the gateway renders it too. */
export function PremiumView({ settings, isPremium, children }: PremiumViewProps) {
  const { t } = useLingui();
  const { free_conversations: free, free_visible_photos: visible, premium_photos: uploads } = settings;
  return (
    <Page className="grow">
      <header className="mb-8 max-w-text">
        <h1 className="title text-2xl md:text-3xl">
          {isPremium ? <Trans>You have Premium, for life</Trans> : <Trans>Pay once. Premium for life.</Trans>}
        </h1>
        <p className="mt-2 text-md text-ink-2">
          {isPremium ? (
            <Trans>Get more credits whenever you have more to say. Nothing renews automatically.</Trans>
          ) : (
            <Trans>Your first credit pack makes you a premium member. Nothing renews automatically.</Trans>
          )}
        </p>
        <PremiumClaim settings={settings} />
      </header>
      <ul className="mb-10 grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        <Feature icon={<MessagesSquare aria-hidden />} title={t`Unlimited conversations`}>
          <Trans>Free members can start {free}.</Trans>
        </Feature>
        <Feature icon={<Images aria-hidden />} title={t`See every photo`}>
          <Trans>Free members see the first {visible}.</Trans>
        </Feature>
        <Feature icon={<Camera aria-hidden />} title={t`Up to ${uploads} photos of your own`}>
          <Trans>Show more sides of yourself.</Trans>
        </Feature>
        <Feature icon={<SearchCheck aria-hidden />} title={t`One payment, no subscription`}>
          <Trans>You only pay for what you send.</Trans>
        </Feature>
      </ul>
      {children}
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
