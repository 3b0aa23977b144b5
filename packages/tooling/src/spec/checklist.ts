/** One row of the checklist: one statement of the specification that a test can prove. */
export type ChecklistRow = { id: string; statement: string; how: string; feature: string };

const COLUMNS = ['id', 'section', 'kind', 'statement', 'how', 'feature'] as const;

/**
 * Reads `packages/testing/spec/checklist.tsv`.
 * @throws if the columns are unexpected or an id is repeated, since counts would then be wrong.
 */
export function parseChecklist(tsv: string): ChecklistRow[] {
  const [header, ...lines] = tsv.split('\n').filter((line) => line !== '');
  if (header !== COLUMNS.join('\t'))
    throw new Error(`The checklist's columns are not ${COLUMNS.join(', ')}.`);
  const seen = new Set<string>();
  return lines.map((line) => {
    const cells = line.split('\t');
    const [id, , , statement, how, feature] = cells;
    if (!id || !statement || how === undefined || !feature)
      throw new Error(`Incomplete checklist row: ${line}`);
    if (seen.has(id)) throw new Error(`The checklist holds ${id} twice.`);
    seen.add(id);
    return { id, statement, how, feature };
  });
}
