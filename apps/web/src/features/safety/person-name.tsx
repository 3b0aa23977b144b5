import { FictionalChip } from '@heartline/ui';
import type { SafetyPerson } from '../../client/safety-request.ts';
import { useFictionalLabel } from '../../people/fictional-label.ts';

/** A person's name, with the fictional label for a fictional profile; also for people without a visible profile. */
export function PersonName({ person }: { person: Omit<SafetyPerson, 'id'> }) {
  const fictional = useFictionalLabel();
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-2">
      <bdi className="font-medium wrap-anywhere">{person.name}</bdi>
      {person.fictional && <FictionalChip>{fictional}</FictionalChip>}
    </span>
  );
}
