import { useLingui } from '@lingui/react/macro';
import { useMedia } from '../../client/media.ts';
import type { SignUpField } from './sign-up-rules.ts';

export interface SignUpStep {
  title: string;
  fields: readonly SignUpField[];
}

/** The questions in order, screen by screen. */
export function useSteps(): readonly SignUpStep[] {
  const { t } = useLingui();
  const isWide = useMedia('(width >= 768px)');
  if (isWide) {
    return [
      { title: t`Let’s begin`, fields: ['email', 'name', 'password'] },
      { title: t`A little about you`, fields: ['gender', 'sexuality', 'date_of_birth'] },
      { title: t`Where do you live?`, fields: ['country', 'region'] },
    ];
  }
  return [
    { title: t`Where can we reach you?`, fields: ['email'] },
    { title: t`What shall we call you?`, fields: ['name'] },
    { title: t`Who are you?`, fields: ['gender', 'sexuality'] },
    { title: t`When were you born?`, fields: ['date_of_birth'] },
    { title: t`Where do you live?`, fields: ['country', 'region'] },
    { title: t`Choose a password`, fields: ['password'] },
  ];
}
