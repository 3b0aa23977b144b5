import { FictionalChip } from '@heartline/ui';
import type { SafetyPerson } from '../../client/safety-request.ts';
import { useFictionalLabel } from '../../people/fictional-label.ts';

/** Somebody's name, with the fictional label where it belongs: also of people who show nothing else any more. */
export function PersonName({ person }: { person: Omit<SafetyPerson, 'id'> }) {
  const fictional = useFictionalLabel();
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-2">
      <bdi className="font-medium wrap-anywhere">{person.name}</bdi>
      {person.fictional && <FictionalChip>{fictional}</FictionalChip>}
    </span>
  );
}
