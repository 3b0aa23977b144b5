import { LineDrawing } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { LogInLink } from './log-in-link.tsx';

/** The site accepts no sign-ups, or only those by invitation (S4-056, S8-020). */
export function SignUpClosed({ level }: { level: 1 | 2 }) {
  const Title = level === 1 ? 'h1' : 'h3';
  return (
    <div className="flex grow flex-col items-center justify-center py-8 text-center">
      <LineDrawing name="mail" className="h-32 w-auto text-pulse" isDrawn />
      <Title className="title mt-6 text-lg">
        <Trans>Signing up is by invitation only.</Trans>
      </Title>
      <p className="mt-2 max-w-[40ch] text-base text-ink-2">
        <Trans>Open your invitation link to sign up.</Trans>
      </p>
      <p className="mt-4">
        <LogInLink />
      </p>
    </div>
  );
}
