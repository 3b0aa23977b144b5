import { TextLink } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useErrorMessage } from '../../../client/error-message.ts';

/** Says that the credits do not reach (S8-015), and leads to more. */
export function NotEnoughCredits({ name }: { name: string }) {
  const say = useErrorMessage();
  return (
    <span className="text-danger">
      {say({ code: 'NOT_ENOUGH_CREDITS', values: { name } })}{' '}
      <TextLink href="/credits" className="target font-semibold">
        <Trans>Get credits</Trans>
      </TextLink>
    </span>
  );
}
