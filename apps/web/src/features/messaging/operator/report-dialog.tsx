import {
  type Message,
  OPERATOR_NOTE_LENGTH,
  REPORT_REASONS,
  type ReportReason,
  reportByOperator,
} from '@heartline/contracts';
import { Button, Dialog, FormError, SelectField, showToast, TextArea } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../client/api.ts';
import { useAskBeforeClosing } from '../../../client/ask-before-closing.tsx';
import { useErrorMessage } from '../../../client/error-message.ts';
import { useKeyOfContent } from '../../../client/key-of-content.ts';
import { queryClient } from '../../../client/query.ts';
import { REPORT_REASON_LABELS } from '../../../people/report-reason-labels.ts';
import { ABOUT } from './operator-queries.ts';

export interface ReportDialogProps {
  conversation: string;
  name: string;
  /** Message to report; null reports the member. */
  message: Message | null;
  onClose: () => void;
}

/** Opens a case about the member or one of their messages. */
export function ReportDialog({ conversation, name, message, onClose }: ReportDialogProps) {
  const { t, i18n } = useLingui();
  const errorTextOf = useErrorMessage();
  const [reason, setReason] = useState<ReportReason | ''>('');
  const [tried, setTried] = useState(false);
  const [note, setNote] = useState('');
  const keyOf = useKeyOfContent();
  const report = useMutation({
    mutationFn: (why: ReportReason) => {
      const said = { conversation, seq: message?.seq ?? null, reason: why, note: note.trim() };
      return call(reportByOperator, { clientId: keyOf(said), ...said });
    },
    onSuccess: () => {
      void showToast({ title: t`The case is open. Someone will look at it.`, tone: 'success' });
      void queryClient.invalidateQueries({ queryKey: [ABOUT, conversation] });
      onClose();
    },
  });
  const { close, question } = useAskBeforeClosing(note.trim() !== '', onClose);
  const send = () => {
    setTried(true);
    if (reason !== '') report.mutate(reason);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={message ? t`Report this message` : t`Report ${name}`}
      closeLabel={t`Close`}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" isPending={report.isPending} onPress={send}>
            <Trans>Report</Trans>
          </Button>
        </>
      }
    >
      {message && (
        <p className="mb-4 rounded-control bg-sunk px-3 py-2 text-sm [overflow-wrap:anywhere]">
          {message.text}
        </p>
      )}
      <SelectField
        label={t`Reason`}
        placeholder={t`Choose a reason`}
        value={reason}
        onChange={(value) => setReason(value as ReportReason)}
        errorMessage={tried && reason === '' ? t`Choose a reason` : undefined}
        options={REPORT_REASONS.map((value) => ({ value, label: i18n._(REPORT_REASON_LABELS[value]) }))}
      />
      <TextArea
        label={t`Anything we should know`}
        value={note}
        onChange={setNote}
        maxLength={OPERATOR_NOTE_LENGTH}
      />
      <FormError>{report.error && errorTextOf(report.error)}</FormError>
      {question}
    </Dialog>
  );
}
