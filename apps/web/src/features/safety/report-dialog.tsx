import {
  getReportable,
  NOTE_LENGTH,
  type OutputOf,
  type Photo,
  REPORT_REASONS,
  type ReportReason,
  type ReportSubject,
  reportProfile,
} from '@heartline/contracts';
import { cutText } from '@heartline/domain';
import { Button, Dialog, FormError, SelectField, TextArea } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { keys, queryClient } from '../../client/query.ts';
import type { SafetyPerson } from '../../client/safety-request.ts';
import { profileBeside } from '../../people/profile-query.ts';
import { REPORT_REASON_WORDS } from '../../people/report-reason-words.ts';
import { SheetLabel } from '../../people/sheet-label.tsx';
import { ReportSent } from './report-sent.tsx';

type Reportable = OutputOf<typeof getReportable>;

/** Reports somebody: what it is about, why, and whatever else should be known. */
export function ReportDialog({ person, onClose }: { person: SafetyPerson; onClose: () => void }) {
  const { t } = useLingui();
  const say = useErrorMessage();
  const form = useId();
  const [subject, setSubject] = useState('profile');
  const [reason, setReason] = useState<ReportReason | ''>('');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  // One key for this dialog, so that a repetition opens no second case.
  const [clientId] = useState(() => crypto.randomUUID());
  const about = useWhatToReport(person.id);
  const { i18n } = useLingui();
  const report = useMutation({
    mutationFn: (why: ReportReason) => {
      const what = subjectOf(subject, about.reportable);
      return call(reportProfile, { clientId, profile: person.id, subject: what, reason: why, note });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.cases }),
  });
  const { name } = person;
  if (report.data) return <ReportSent person={person} id={report.data.case} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
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
            A person looks at it and you get an answer with reasons. Nobody else learns that the report is
            yours.
          </Trans>
        </p>
        <SelectField
          label={t`What is it about?`}
          value={subject}
          onChange={setSubject}
          options={about.options}
        />
        <SelectField
          label={t`What is wrong?`}
          placeholder={t`Choose a reason`}
          value={reason}
          onChange={(value) => setReason(value as ReportReason)}
          errorMessage={tried && reason === '' ? t`Choose a reason` : undefined}
          options={REPORT_REASONS.map((value) => ({ value, label: i18n._(REPORT_REASON_WORDS[value]) }))}
        />
        <TextArea
          label={t`Anything else we should know?`}
          description={t`Only we read this.`}
          value={note}
          onChange={(value) => setNote(value.slice(0, NOTE_LENGTH))}
          counter={`${note.length} / ${NOTE_LENGTH}`}
        />
        <FormError>{report.error && say(report.error)}</FormError>
      </form>
    </Dialog>
  );
}

/** What can be named in a report: the profile, their last messages, their photos as far as they are shown. */
function useWhatToReport(id: string) {
  const { t } = useLingui();
  const { data: reportable } = useQuery({
    queryKey: ['reportable', id],
    queryFn: ({ signal }) => call(getReportable, { profile: id }, { signal }),
    staleTime: 0,
  });
  const { data: profile } = useQuery(profileBeside('report', id));
  const messages = reportable?.messages ?? [];
  const photos: readonly Photo[] = profile?.pictures ?? [];
  const options = [
    { value: 'profile', label: t`The profile` },
    ...photos.map((photo, index) => {
      const number = index + 1;
      return { value: `photo:${photo.id}`, label: t`Photo ${number}` };
    }),
    ...messages.map(({ seq, text }) => {
      const words = shortened(text);
      return { value: `message:${seq}`, label: t`Message: “${words}”` };
    }),
  ];
  return { options, reportable };
}

function subjectOf(choice: string, reportable: Reportable | undefined): ReportSubject {
  const [kind, what = ''] = choice.split(':');
  if (kind === 'photo') return { kind, photo: what };
  if (kind === 'message' && reportable) {
    return { kind, conversation: reportable.conversation, seq: Number(what) };
  }
  return { kind: 'profile' };
}

function shortened(text: string): string {
  return cutText(text.replace(/\s+/g, ' '), 60);
}
