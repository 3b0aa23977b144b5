import type { Profile } from '@heartline/contracts';
import { ActionBar, Button, IconButton } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Gift, MessageCircle } from 'lucide-react';
import { useSlots } from '../../client/slots.tsx';

/** Like and Message, always in reach, with the price of a message on the button. */
export function ProfileActions({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const { LikeToggle } = useSlots();
  const price =
    profile.message_credits === 0
      ? t`free`
      : t`${plural(profile.message_credits, { one: '# credit', other: '# credits' })}`;
  return (
    <ActionBar className="max-2xs:flex-wrap">
      <LikeToggle profile={profile} variant="quiet" />
      <IconButton
        label={t`Send ${profile.name} a gift`}
        variant="quiet"
        href={`/members/${profile.id}/chat?gift=1`}
      >
        <Gift className="size-5" aria-hidden />
      </IconButton>
      <Button
        variant="primary"
        href={`/members/${profile.id}/chat`}
        className="grow max-sm:px-3 max-sm:py-1 max-xs:[&_svg]:hidden md:max-w-80"
        icon={<MessageCircle className="size-5" aria-hidden />}
      >
        {/* Phones have no room for both in one line: the price is below the label. */}
        <span className="max-sm:text-left max-sm:leading-snug">
          {t({ context: 'button', message: 'Message' })}
          <span className="max-sm:hidden"> ·</span>{' '}
          <span className="tabular font-medium whitespace-nowrap max-sm:block max-sm:text-sm max-sm:leading-snug">
            {price}
          </span>
        </span>
      </Button>
    </ActionBar>
  );
}
