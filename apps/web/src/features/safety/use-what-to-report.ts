import { getReportable, type MessageKind, type Photo, type ReportSubject } from '@heartline/contracts';
import { cutText } from '@heartline/domain';
import type { SelectOption } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { useFormatLocale } from '../../client/language.ts';
import type { SafetyMessage } from '../../client/safety-request.ts';
import { formatMoment } from '../../people/moment.ts';
import { profileBeside } from '../../people/profile-query.ts';

/**
 * The subjects of a report: the profile, its visible photos, the message the dialog was opened on, and the person's
 * last messages. Each has a `value`, which `subjectOf` turns into the request.
 */
export function useWhatToReport(id: string, asked: SafetyMessage | undefined) {
  const { t } = useLingui();
  const nameOf = useMessageName();
  const { data, error, refetch } = useQuery({
    queryKey: ['reportable', id],
    queryFn: ({ signal }) => call(getReportable, { profile: id }, { signal }),
    staleTime: 0,
  });
  const { data: profile } = useQuery(profileBeside('report', id));
  const photos: readonly Photo[] = profile?.pictures ?? [];
  const conversation = asked?.conversation ?? data?.conversation;
  const options: SelectOption[] = [
    { value: valueOf(undefined), label: t`The profile` },
    ...photos.map((photo, index) => {
      const number = index + 1;
      return { value: `photo:${photo.id}`, label: t`Photo ${number}` };
    }),
    ...withAsked(data?.messages ?? [], asked).map((message) => ({
      value: valueOf(message),
      label: nameOf(message),
    })),
  ];
  const subjectOf = (value: string): ReportSubject => {
    const [kind, what = ''] = value.split(':');
    if (kind === 'photo') return { kind, photo: what };
    if (kind === 'message' && conversation) return { kind, conversation, seq: Number(what) };
    return { kind: 'profile' };
  };
  return { options, subjectOf, isMissing: !data && error !== null, lookAgain: () => void refetch() };
}

/** The value of a message, or of the profile without one. */
export function valueOf(message: { seq: number } | undefined): string {
  return message ? `message:${message.seq}` : 'profile';
}

interface Named {
  seq: number;
  kind: MessageKind;
  text: string;
  at: number;
  takenBack?: true | undefined;
}

/** The last messages, including the one the dialog was opened on, of any age. */
function withAsked(latest: readonly Named[], asked: SafetyMessage | undefined): readonly Named[] {
  if (!asked || latest.some(({ seq }) => seq === asked.seq)) return latest;
  return [...latest, asked].sort((one, other) => other.seq - one.seq);
}

/** The name of a message in a list: its kind, its time, its first words. */
function useMessageName() {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const kinds: Record<MessageKind, string> = { text: t`Message`, photo: t`Photo in the chat`, gift: t`Gift` };
  return ({ kind, text, at, takenBack }: Named): string => {
    const what = takenBack ? t`A message that was taken back` : kinds[kind];
    const when = formatMoment(locale, at);
    const words = cutText(text.replace(/\s+/g, ' '), 60);
    return words === '' ? t`${what}, ${when}` : t`${what}, ${when}: “${words}”`;
  };
}
