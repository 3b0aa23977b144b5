import { classNames } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';

const PAUSE_MS = 150;
const BARS = [1, 2, 3, 4];

/**
 * The strength of a password, as text and as a line of four parts. Advice only: the server decides what is refused
 * (S5-015). Empty until the dictionaries are loaded.
 */
export function PasswordMeter({ password, about }: { password: string; about: readonly string[] }) {
  const { t } = useLingui();
  const strength = useStrength(password, about);
  const words = [
    t`Very easy to guess`,
    t`Easy to guess`,
    t`Could be stronger`,
    t`Good password`,
    t`Strong password`,
  ];
  return (
    <span className="flex min-h-5 items-center gap-3" data-strength={strength}>
      <span className="flex w-28 gap-1" aria-hidden>
        {BARS.map((bar) => (
          <span
            key={bar}
            className={classNames(
              'h-1 grow rounded-full transition-colors duration-200',
              (strength ?? 0) < bar ? 'bg-line' : (strength ?? 0) < 3 ? 'bg-amber' : 'bg-leaf',
            )}
          />
        ))}
      </span>
      <span>{strength === undefined ? '' : words[strength]}</span>
    </span>
  );
}

function useStrength(password: string, about: readonly string[]): number | undefined {
  const [strength, setStrength] = useState<number>();
  const known = about.join('\n');
  useEffect(() => {
    let isOld = false;
    const timer = setTimeout(() => {
      import('./password-strength.ts').then(
        ({ passwordStrength }) => {
          if (!isOld) setStrength(passwordStrength(password, known.split('\n')));
        },
        // Without the dictionaries the meter stays empty. The rules apply all the same.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [password, known]);
  return strength;
}
