import { LineDrawing } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';

const STEP_MS = 700;

/** What happens while a sign-up is sent, in the specified order; the last one stays until the answer is there. */
export function SendingSteps({ name }: { name: string }) {
  const { t } = useLingui();
  const [at, setAt] = useState(0);
  const steps = [t`Checking profile`, t`Creating account`, t`Looking for matches`, t`Sending e-mail`];
  useEffect(() => {
    const timer = setInterval(() => setAt((now) => Math.min(now + 1, 3)), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div role="status" className="flex grow flex-col items-center justify-center py-12 text-center">
      <LineDrawing name="search" className="h-32 w-auto text-pulse" isDrawn />
      <p className="title mt-6 text-lg">{t`Just a moment, ${name}`}</p>
      <p key={at} className="fades mt-2 animate-fade text-base text-ink-2">
        {steps[at]}
      </p>
    </div>
  );
}
