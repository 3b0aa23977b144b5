import { classNames, LineDrawing } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** The steps of sending a sign-up, in the specified order (S2-220 to S2-223); `line` is the current one. */
export function SendingSteps({ name, line }: { name: string; line: number }) {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  // The last question was longer and may have been scrolled down.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'start' });
  }, []);
  const lines = [t`Checking profile`, t`Creating account`, t`Looking for matches`, t`Sending e-mail`];
  return (
    <div
      ref={place}
      data-phase="sending"
      className="flex grow flex-col items-center justify-center py-10 text-center"
    >
      <LineDrawing name="search" className="h-32 w-auto text-pulse" isDrawn />
      <p className="title mt-6 text-lg">{t`Just a moment, ${name}`}</p>
      <ol className="mt-5 grid gap-1 text-left text-base" aria-hidden>
        {lines.map((words, index) => (
          <li
            key={words}
            className={classNames(
              'flex min-h-8 items-center gap-3 transition-colors duration-200',
              index === line ? 'font-semibold text-ink' : 'text-ink-2',
            )}
          >
            <span className="flex size-5 items-center justify-center">
              {index < line && <Check className="size-5 animate-fade text-leaf" />}
              {index === line && (
                <span className="size-2 animate-pulse rounded-full bg-pulse forced-colors:bg-[CanvasText]" />
              )}
            </span>
            {words}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only" data-progress={line}>
        {lines[line]}
      </p>
    </div>
  );
}
