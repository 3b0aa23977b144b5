const MAX_SUBJECT = 72;

/** Subjects that git writes itself before the subject of another commit. */
const GIT_PREFIX = /^(?:(?:fixup|squash|amend)! |Revert ")+/;

/** The text of a message file without the lines that git removes: comments, and all below the scissors line. */
export function withoutGitComments(file: string): string {
  return file
    .replace(/^# -+ >8 -+\n[\s\S]*/m, '')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/^\n+/, '');
}

/** Problems of one commit message. A merge commit keeps the subject that git gave it. */
export function checkMessage(message: string): string[] {
  const [first = '', second = ''] = message.split('\n');
  const subject = first.trim();
  if (subject === '') return ['the subject is empty'];
  if (subject.startsWith('Merge ')) return [];
  const problems: string[] = [];
  const { length } = subject.replace(GIT_PREFIX, '');
  if (length > MAX_SUBJECT)
    problems.push(`the subject has ${length} characters, at most ${MAX_SUBJECT} are allowed`);
  if (second.trim() !== '') problems.push('the second line is not blank');
  return problems;
}
