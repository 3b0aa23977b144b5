import type { PublicSettings } from '@heartline/contracts';
import { LANGUAGES } from '@heartline/i18n';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatLocale } from '../../../client/format-locale.ts';

/** Settings that the promises state. */
export type PromiseSettings = Pick<
  PublicSettings,
  | 'signup_credits'
  | 'message_credits'
  | 'refund_days'
  | 'geoip_country'
  | 'geoip_selected_country'
  | 'minimum_message_costs'
>;

/** Facts for a visitor before the sign-up: prices, which profiles are real, protection, languages. */
export function HomePromises({ settings }: { settings: PromiseSettings }) {
  const { t, i18n } = useLingui();
  const free = settings.signup_credits;
  const price = t`${plural(settings.message_credits, { one: '# credit', other: '# credits' })}`;
  const languages = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(
    Object.values(LANGUAGES),
  );
  const refundDays = settings.refund_days;
  return (
    <section
      aria-label={t`How it works`}
      className="grid gap-x-12 gap-y-10 border-t border-line py-12 sm:grid-cols-2 lg:grid-cols-4"
    >
      <Promise title={t`What it costs`}>
        <Trans>
          Looking around and getting likes is free. A message costs {price}, and you start with {free} on us.
          Packs are one-time payments, and unused credits can be refunded within {refundDays} days.
        </Trans>
        <MessagePrice settings={settings} />
      </Promise>
      <Promise title={t`Who’s real`}>
        <Trans>
          Every profile is a real person unless it’s labelled “Fictional”. Those are run by our team, and we
          ask you to confirm you understand before you write to one.
        </Trans>
      </Promise>
      <Promise title={t`What keeps you safe`}>
        <Trans>
          No one else sees your e-mail address, and we never calculate or show your distance. See every device
          you’re logged in on and log out of any in one tap.
        </Trans>
      </Promise>
      <Promise title={t`In your language`}>
        <Trans>The whole site and every e-mail come in {languages}.</Trans>
      </Promise>
    </section>
  );
}

function Promise({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="title text-lg">{title}</h2>
      <p className="mt-2 max-w-[42ch] text-base text-ink-2">{children}</p>
    </div>
  );
}

/** The money value of the cheapest message in the visitor's country, if the site knows it. */
function MessagePrice({ settings }: { settings: PromiseSettings }) {
  const { i18n } = useLingui();
  const locale = formatLocale(i18n);
  const country = settings.geoip_selected_country ?? settings.geoip_country ?? '';
  const minimum = settings.minimum_message_costs[country];
  if (!minimum) return null;
  const price = new Intl.NumberFormat(locale, { style: 'currency', currency: minimum.currency }).format(
    minimum.costs,
  );
  return (
    <strong className="mt-2 block font-semibold text-ink">
      <Trans>From {price} per message.</Trans>
    </strong>
  );
}
