import type { Gender } from '@heartline/contracts';
import { RadioGroup } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import type { Kit, Looking } from '../lander-config.ts';
import { ContinueButton } from './choice.tsx';

/** The visitor's gender, and whom they look for. Both go into the sign-up. */
export function AskWho({ kit }: { kit: Kit }) {
  const { t } = useLingui();
  const { gender, looking } = kit.answers;
  const genders: { value: Gender; label: string }[] = [
    { value: 'female', label: t({ context: 'I am', message: 'A woman' }) },
    { value: 'male', label: t({ context: 'I am', message: 'A man' }) },
  ];
  const sought: { value: Looking; label: string }[] = [
    { value: 'women', label: t({ context: 'looking for', message: 'Women' }) },
    { value: 'men', label: t({ context: 'looking for', message: 'Men' }) },
    { value: 'everyone', label: t({ context: 'looking for', message: 'Everyone' }) },
  ];
  return (
    <div className="grid max-w-[480px] gap-5 text-left">
      <RadioGroup
        isCompact
        label={t`I’m`}
        options={genders}
        value={gender ?? null}
        onChange={(value) => kit.answer({ gender: value })}
      />
      <RadioGroup
        isCompact
        label={t`I’m looking for`}
        options={sought}
        value={looking ?? null}
        onChange={(value) => kit.answer({ looking: value })}
      />
      <ContinueButton kit={kit} />
    </div>
  );
}
