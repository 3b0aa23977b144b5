import { Button, Dialog } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { askSafety, type SafetyPerson } from '../../client/safety-request.ts';
import { SheetLabel } from '../../people/sheet-label.tsx';
import { blockedQuery } from './block-actions.ts';

/** After a report: a link to its case, and a block for a member who wants one and has none yet. */
export function ReportSent({
  person,
  id,
  onClose,
}: {
  person: SafetyPerson;
  id: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { name } = person;
  const { data: blocked } = useQuery(blockedQuery);
  const isBlocked = blocked?.some(({ profile }) => profile.id === person.id);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="sm"
      title={t`Thank you`}
      closeLabel={t`Close`}
      footer={
        <>
          {!isBlocked && (
            <Button onPress={() => askSafety({ kind: 'block', person })}>{t`Block ${name} too`}</Button>
          )}
          <Button variant="primary" href={`/cases/${id}`} onPress={onClose}>
            {t`View case`}
          </Button>
        </>
      }
    >
      <SheetLabel profile={person} />
      <p>
        <Trans>
          We have your report and a copy of what you reported. We’ll tell you what we decide and why.
        </Trans>
      </p>
    </Dialog>
  );
}
