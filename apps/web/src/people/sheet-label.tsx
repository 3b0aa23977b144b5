import { FictionalChip } from '@heartline/ui';
import { useFictionalLabel } from './fictional-label.ts';

/** First in a sheet or a dialog about one person, where that is a fictional profile. */
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
