import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useErrorMessage } from '../../../client/error-message.ts';
import { applyCode, typedCodeQuery } from '../../../client/typed-code.ts';

/** Uses the discount code of an address, unless it is used already. Returns why it can’t be used, in words. */
export function useCodeOfAddress(code: string | undefined): string | undefined {
  const errorTextOf = useErrorMessage();
  const { data: typed, isPending } = useQuery(typedCodeQuery);
  const apply = useMutation({ mutationFn: applyCode });
  const use = useEffectEvent((given: string) => {
    if (given.trim().toUpperCase() !== typed?.code) apply.mutate(given);
  });
  useEffect(() => {
    if (code && !isPending) use(code);
  }, [code, isPending]);
  return apply.error ? errorTextOf(apply.error) : undefined;
}
