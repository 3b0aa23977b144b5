import {
  getInvisible,
  getOpeners,
  getPartnerOffers,
  setInvisible,
  setOpeners,
  setPartnerOffers,
} from '@heartline/contracts';
import { Skeleton, Switch, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { keys } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { useSavedSetting } from './use-saved-setting.ts';

/** Privacy: invisible mode, first messages, offers of partners, blocked people, cases. */
export function PrivacySettings() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="privacy">
      <h2 id="privacy" className="title mb-2 text-lg">
        <Trans>Privacy and safety</Trans>
      </h2>
      <InvisibleSwitch />
      <OpenersSwitch />
      <PartnerOffersSwitch />
      <p className="flex flex-wrap gap-x-6">
        <TextLink href="/blocked" className="inline-flex min-h-11 items-center">
          {t`Blocked people`}
        </TextLink>
        <TextLink href="/complaints" className="inline-flex min-h-11 items-center">
          {t`Reports and complaints`}
        </TextLink>
      </p>
    </section>
  );
}

/** True when strangers may write first. */
function OpenersSwitch() {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { data, error, change } = useSavedSetting({
    queryKey: keys.openers,
    read: (signal) => call(getOpeners, {}, { signal }),
    write: ({ takes_openers }) => call(setOpeners, { takes_openers }),
  });
  if (!data && error) return <p className="text-ink-2">{errorTextOf(error)}</p>;
  if (!data) return <Skeleton className="h-16" />;
  return (
    <Switch
      label={t`First messages from everyone`}
      description={t`When this is off, only people you like can write to you first. Anyone else sees that you don’t take first messages and isn’t charged.`}
      value={data.takes_openers}
      onChange={(isOn) => change({ takes_openers: isOn })}
    />
  );
}

/** The consent to offers of partners. Shown on sites that ask for it, and to members who gave it anywhere. */
function PartnerOffersSwitch() {
  const { t, i18n } = useLingui();
  const errorTextOf = useErrorMessage();
  const { member_resell: isAsked } = useSettings();
  const { data, error, change } = useSavedSetting({
    queryKey: keys.partnerOffers,
    read: (signal) => call(getPartnerOffers, {}, { signal }),
    write: ({ partner_offers }) => call(setPartnerOffers, { partner_offers }),
  });
  if (!isAsked && !data?.partner_offers) return null;
  if (!data && error) return <p className="text-ink-2">{errorTextOf(error)}</p>;
  if (!data) return <Skeleton className="h-16" />;
  const day = data.since === null ? '' : i18n.date(new Date(data.since), { dateStyle: 'long' });
  return (
    <Switch
      label={t`Partner offers`}
      description={
        data.partner_offers && day
          ? t`Partners may get your e-mail address and send you offers. You agreed on ${day}.`
          : t`When this is on, partners may get your e-mail address and send you offers.`
      }
      value={data.partner_offers}
      onChange={(isOn) => change({ partner_offers: isOn })}
    />
  );
}

function InvisibleSwitch() {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { data, error, change } = useSavedSetting({
    queryKey: keys.invisible,
    read: (signal) => call(getInvisible, {}, { signal }),
    write: ({ invisible }) => call(setInvisible, { invisible }),
  });
  if (!data && error) return <p className="text-ink-2">{errorTextOf(error)}</p>;
  if (!data) return <Skeleton className="h-16" />;
  const { invisible, premium } = data;
  return (
    <>
      <Switch
        label={t`Invisible mode`}
        description={t`You’re hidden from search, likes and online status. People you already chat with can still reach you and see when a message is delivered.`}
        value={invisible}
        isDisabled={!premium && !invisible}
        onChange={(isOn) => change({ invisible: isOn })}
      />
      {!premium && !invisible && (
        <p className="mb-2 text-sm text-ink-2">
          <Trans>
            Invisible mode comes with <TextLink href="/premium">Premium</TextLink>.
          </Trans>
        </p>
      )}
    </>
  );
}
