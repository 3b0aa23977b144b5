import { Banner, LineDrawing, TextLink } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { ResendActivation } from './resend-activation.tsx';
import { useConfirmedElsewhere } from './use-confirmed-elsewhere.ts';

interface CheckYourMailProps {
  email: string;
  /** The picture of the sign-up could not be uploaded. */
  isPhotoLost?: boolean;
  level: 1 | 2;
}

/** The last step (S2-219): the account exists, and the link in the mail has to be opened. */
export function CheckYourMail({ email, isPhotoLost = false, level }: CheckYourMailProps) {
  useConfirmedElsewhere();
  const Title = level === 1 ? 'h1' : 'h3';
  return (
    <div data-phase="complete" className="flex grow flex-col items-center justify-center py-8 text-center">
      <LineDrawing name="mail" className="h-36 w-auto text-pulse" isDrawn />
      <Title className="title mt-6 text-xl">
        <Trans>Check your inbox</Trans>
      </Title>
      <p className="mt-2 max-w-[40ch] text-base text-ink-2">
        <Trans>
          We sent a link to <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. Open it
          and click the button to activate your account.
        </Trans>
      </p>
      <div className="mt-6">
        <ResendActivation email={email} />
      </div>
      <p className="mt-2">
        <TextLink href="/signup-matches">
          <Trans>See who’s here</Trans>
        </TextLink>
      </p>
      {isPhotoLost && (
        <Banner className="mt-6 text-left">
          <Trans>Your photo didn’t upload. You can add it to your profile later.</Trans>
        </Banner>
      )}
    </div>
  );
}
