import { NOTE_LENGTH, REPORT_REASONS, type ReportReason, reportProfile } from '@heartline/contracts';
import { Button, Dialog, FormError, SelectField, TextArea } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../client/api.ts';
import { useAskBeforeClosing } from '../../client/ask-before-closing.tsx';
import { useErrorMessage } from '../../client/error-message.ts';
import { useKeyOfContent } from '../../client/key-of-content.ts';
import { keys, queryClient } from '../../client/query.ts';
import type { SafetyMessage, SafetyPerson } from '../../client/safety-request.ts';
import { usePersistedText } from '../../client/unsent-storage.ts';
import { REPORT_REASON_LABELS } from '../../people/report-reason-labels.ts';
import { SheetLabel } from '../../people/sheet-label.tsx';
import { ReportSent } from './report-sent.tsx';
import { useWhatToReport, valueOf } from './use-what-to-report.ts';

interface ReportDialogProps {
  person: SafetyPerson;
  /** The message the dialog was opened on. It is reported unless another subject is chosen. */
  message: SafetyMessage | undefined;
  onClose: () => void;
}

/** Reports a person: the subject, the reason, and a note. */
export function ReportDialog({ person, message, onClose }: ReportDialogProps) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const form = useId();
  const [subject, setSubject] = useState(valueOf(message));
  const [reason, setReason] = useState<ReportReason | ''>('');
  const [note, setNote, dropNote] = usePersistedText(`report:${person.id}`);
  const [tried, setTried] = useState(false);
  const keyOf = useKeyOfContent();
  const { close, question } = useAskBeforeClosing(note.trim() !== '', () => {
    dropNote();
    onClose();
  });
  const about = useWhatToReport(person.id, message);
  const { i18n } = useLingui();
  const report = useMutation({
    mutationFn: (why: ReportReason) => {
      const said = { profile: person.id, subject: about.subjectOf(subject), reason: why, note };
      return call(reportProfile, { clientId: keyOf(said), ...said });
    },
    onSuccess: () => {
      dropNote();
      return queryClient.invalidateQueries({ queryKey: keys.cases });
    },
  });
  const { name } = person;
  if (report.data) return <ReportSent person={person} id={report.data.case} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={t`Report ${name}`}
      closeLabel={t`Close`}
      footer={
        <Button variant="primary" type="submit" form={form} isPending={report.isPending}>
          {t`Send report`}
        </Button>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-1"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (reason !== '') report.mutate(reason);
        }}
      >
        <SheetLabel profile={person} />
        <p className="mb-3 text-ink-2">
          <Trans>
            A person looks at it and tells you what we decided and why. No one else will know you reported it.
          </Trans>
        </p>
        <SelectField
          label={t`What is it about?`}
          value={subject}
          onChange={setSubject}
          options={about.options}
        />
        {about.isMissing && <NotLoaded onRetry={about.lookAgain} />}
        <SelectField
          label={t`What’s wrong?`}
          placeholder={t`Choose a reason`}
          value={reason}
          onChange={(value) => setReason(value as ReportReason)}
          errorMessage={tried && reason === '' ? t`Choose a reason` : undefined}
          options={REPORT_REASONS.map((value) => ({ value, label: i18n._(REPORT_REASON_LABELS[value]) }))}
        />
        <TextArea
          label={t`Anything else we should know?`}
          description={t`Only our team reads this.`}
          value={note}
          onChange={(value) => setNote(value.slice(0, NOTE_LENGTH))}
          counter={`${note.length} / ${NOTE_LENGTH}`}
        />
        <FormError>{report.error && errorTextOf(report.error)}</FormError>
      </form>
      {question}
    </Dialog>
  );
}

/** Shown in place of the last messages when they could not be loaded. */
function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="status" className="mb-3 flex flex-wrap items-center gap-2 text-sm text-ink-2">
      <Trans>Couldn’t load the messages.</Trans>
      <Button size="sm" onPress={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </p>
  );
}
