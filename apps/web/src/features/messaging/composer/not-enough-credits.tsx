import { TextLink } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useErrorMessage } from '../../../client/error-message.ts';

/** Says that the credits are not enough (S8-015), with a link to buy more. */
export function NotEnoughCredits({ name }: { name: string }) {
  const errorTextOf = useErrorMessage();
  return (
    <span className="text-danger">
      {errorTextOf({ code: 'NOT_ENOUGH_CREDITS', values: { name } })}{' '}
      <TextLink href="/credits" className="target font-semibold">
        <Trans>Get credits</Trans>
      </TextLink>
    </span>
  );
}
