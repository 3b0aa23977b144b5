import { FictionalChip } from '@heartline/ui';
import { useFictionalLabel } from './fictional-label.ts';

/** The first line in a sheet or dialog about one person, if that is a fictional profile. */
export function SheetLabel({ profile }: { profile: { fictional: boolean } }) {
  const word = useFictionalLabel();
  return (
    profile.fictional && (
      <p className="mb-3">
        <FictionalChip>{word}</FictionalChip>
      </p>
    )
  );
}
