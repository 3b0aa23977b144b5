import type { PublicSettings } from '@heartline/contracts';
import { TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';

/** Settings that the footer for the United States shows. */
export type UsNoticesSettings = Pick<PublicSettings, 'name' | 'min_age' | 'support_email' | 'us_footer_text'>;

/** The part of the footer for the United States: who may use the site, whom to ask, and the operator's notices. */
export function UsNotices({ settings }: { settings: UsNoticesSettings }) {
  const { t } = useLingui();
  const { name, min_age: minAge, support_email: email, us_footer_text: text } = settings;
  const title = t`For visitors in the United States`;
  return (
    <section aria-label={title} className="grid gap-2">
      <p className="font-semibold text-ink">{title}</p>
      <p>
        <Trans>
          You must be at least {minAge} years old to use {name}. Questions? Write to{' '}
          <TextLink href={`mailto:${email}`} className="wrap-anywhere">
            {email}
          </TextLink>
          .
        </Trans>
      </p>
      {text && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
    </section>
  );
}
