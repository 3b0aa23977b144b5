import { widerThan } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useMedia } from '../../client/media.ts';
import type { SignUpField } from './sign-up-rules.ts';

/** One screen of the sign-up. Wide screens show a whole step at once, phones one question of it. */
export interface SignUpScreen {
  /** The step it belongs to, 0 to 4: account, photo, location, personal info, about me (S2-212 to S2-217). */
  step: number;
  title: string;
  fields: readonly SignUpField[];
}

/** The names of the five steps, in order. */
export function useStepNames(): readonly string[] {
  const { t } = useLingui();
  return [t`Account`, t`Photo`, t`Location`, t`Personal info`, t`About me`];
}

/** The screens, in order. */
export function useScreens(): readonly SignUpScreen[] {
  const { t } = useLingui();
  const isWide = useMedia(widerThan('md'));
  const account: readonly Omit<SignUpScreen, 'step'>[] = isWide
    ? [
        {
          title: t`Let’s get started`,
          fields: ['email', 'name', 'password', 'gender', 'date_of_birth', 'sexuality'],
        },
      ]
    : [
        { title: t`Where can we reach you?`, fields: ['email'] },
        { title: t`What should we call you?`, fields: ['name'] },
        { title: t`Choose a password`, fields: ['password'] },
        { title: t`Who are you?`, fields: ['gender', 'sexuality'] },
        { title: t`When were you born?`, fields: ['date_of_birth'] },
      ];
  return [
    ...account.map((screen) => ({ ...screen, step: 0 })),
    { step: 1, title: t`Add a photo`, fields: [] },
    { step: 2, title: t`Where do you live?`, fields: ['country', 'region', 'city'] },
    {
      step: 3,
      title: t`A little about you`,
      fields: ['relationship_status', 'body_type', 'hair_color', 'eye_color', 'tattoos'],
    },
    { step: 4, title: t`In your own words`, fields: ['reason', 'signup_message', 'partner_offers'] },
  ];
}
