import { Button } from '@heartline/ui';
import type { ComponentProps } from 'react';

interface EntryButtonProps extends Pick<ComponentProps<typeof Button>, 'autoFocus' | 'onPress'> {
  label: string;
  /** Text of the message, for the accessible name when several messages are listed. */
  about?: string | undefined;
}

/** Button for one action on a message. */
export function EntryButton({ label, about, ...rest }: EntryButtonProps) {
  const name = about === undefined ? undefined : `${label}: ${about}`;
  return (
    <Button size="sm" variant="ghost" aria-label={name} {...rest}>
      {label}
    </Button>
  );
}
