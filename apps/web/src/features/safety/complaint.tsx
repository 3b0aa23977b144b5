import { type CaseView, COMPLAINT_LENGTH, complain, complainByLink } from '@heartline/contracts';
import { isBlank } from '@heartline/domain';
import { Button, FormError, TextArea } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { usePersistedText } from '../../client/unsent-storage.ts';
import { CasePart, useMoment } from './case-facts.tsx';

interface ComplaintProps {
  of: CaseView;
  /** The deadline of a complaint. */
  until: number;
  /** The key of the mailed link, if the case was opened with one. */
  linkKey: string;
  /** Gets the case with the complaint. */
  onSent: (answer: { case: CaseView }) => void;
}

/** A complaint about a decision: once from each side, free, for six months. */
export function Complaint(props: ComplaintProps) {
  const { t } = useLingui();
  const moment = useMoment();
  const { complaint } = props.of;
  if (!complaint) return <ComplaintForm {...props} />;
  const said = moment(complaint.at);
  const { answer } = complaint;
  return (
    <CasePart title={t`Your complaint`}>
      <p className="break-words whitespace-pre-wrap">{complaint.words}</p>
      <p className="tabular text-sm text-ink-2">{t`Sent on ${said}`}</p>
      {answer ? (
        <div className="mt-2 grid gap-1">
          <p className="font-medium">
            {answer.outcome === 'changed' ? t`We changed the decision.` : t`The decision stays as it is.`}
          </p>
          <p className="break-words whitespace-pre-wrap">{answer.reasons}</p>
        </div>
      ) : (
        <p className="text-ink-2">{t`Someone who wasn’t involved before will look at it. You’ll find the answer here.`}</p>
      )}
    </CasePart>
  );
}

function ComplaintForm({ of, until, linkKey, onSent }: ComplaintProps) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const moment = useMoment();
  const [words, setWords, dropWords] = usePersistedText(`complaint:${of.id}`);
  const send = useMutation({
    mutationFn: () =>
      linkKey
        ? call(complainByLink, { id: of.id, key: linkKey, words })
        : call(complain, { id: of.id, words }),
    onSuccess: (answer) => {
      dropWords();
      onSent(answer);
    },
  });
  const last = moment(until);
  return (
    <CasePart title={t`Do you see it differently?`}>
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBlank(words)) send.mutate();
        }}
      >
        <TextArea
          label={t`Your complaint`}
          description={t`It’s free, and you have until ${last}.`}
          value={words}
          onChange={(value) => setWords(value.slice(0, COMPLAINT_LENGTH))}
          counter={`${words.length} / ${COMPLAINT_LENGTH}`}
        />
        <FormError>{send.error && errorTextOf(send.error)}</FormError>
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          isPending={send.isPending}
          isDisabled={isBlank(words)}
        >
          {t`Send complaint`}
        </Button>
      </form>
    </CasePart>
  );
}
