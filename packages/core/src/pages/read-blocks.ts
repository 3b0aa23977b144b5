import { PAGE_VARIABLES, type PageVariable } from '@heartline/contracts';
import type {
  Blockquote,
  Image,
  List,
  ListItem,
  Nodes,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
  Table,
} from 'mdast';
import { anchors } from './anchors.ts';
import type { BlockVariable, TemplateBlock, TemplateRun, TextVariable } from './page.model.ts';
import { type PageFault, placeIn } from './page-fault.ts';
import { hrefFault, imageFault, titleFault } from './page-links.ts';

const VARIABLE = /\{([^{}\s]*)\}/g;
const ALONE = /^\{([^{}\s]*)\}$/;

/** Faults that one reading names: each costs a search for its line. */
const MOST_FAULTS = 100;

/** Cuts a tree of Markdown into blocks. Notes elements that are not listed as faults, the first hundred. */
export function readBlocks(
  root: Root,
  source: string,
  front: string,
): { blocks: TemplateBlock[]; faults: PageFault[] } {
  const faults: PageFault[] = [];
  const reader = new Reader(source, faults);
  for (const [written, name = ''] of front.matchAll(VARIABLE)) {
    if (kindOf(name) !== 'text') faults.push({ ...placeIn(source, 0), reason: unknownVariable(written) });
  }
  const blocks = root.children.flatMap((node) => reader.block(node) ?? []);
  return { blocks, faults: faults.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}

const kindOf = (name: string) =>
  Object.hasOwn(PAGE_VARIABLES, name) ? PAGE_VARIABLES[name as PageVariable] : undefined;

const unknownVariable = (written: string) => `There is no variable ${written} of text.`;

/** Names of elements that a page can’t have, as operators know them. */
const NAMES: Readonly<Record<string, string>> = {
  html: 'HTML',
  code: 'a block of code (or a line that begins with four spaces)',
  inlineCode: 'code',
  break: 'a forced line break',
  definition: 'a link by reference: write the address behind its words',
  linkReference: 'a link by reference: write the address behind its words',
  imageReference: 'a picture by reference: write the address behind its words',
};

class Reader {
  readonly #source: string;
  readonly #faults: PageFault[];
  readonly #anchorOf = anchors();

  constructor(source: string, faults: PageFault[]) {
    this.#source = source;
    this.#faults = faults;
  }

  block(node: RootContent): TemplateBlock | undefined {
    if (node.type === 'heading') {
      if (node.children.length === 0) return this.#fault(node, 'A heading has no words.');
      const content = this.#runs(node.children);
      const level = node.depth;
      if (level !== 2 && level !== 3 && level !== 4) {
        return this.#fault(node, `A heading of level ${level} is not allowed: use ## to ####.`);
      }
      return { kind: 'heading', level, anchor: this.#anchorOf(wordsOf(content)), content };
    }
    if (node.type === 'paragraph') return this.#paragraph(node);
    if (node.type === 'list') return this.#list(node);
    if (node.type === 'blockquote') return { kind: 'quote', paragraphs: this.#paragraphs(node) };
    if (node.type === 'table') return this.#table(node);
    if (node.type === 'thematicBreak') return { kind: 'divider' };
    return this.#refused(node);
  }

  #paragraph(node: Paragraph): TemplateBlock | undefined {
    const [only] = node.children.length === 1 ? node.children : [];
    if (only?.type === 'image') return this.#image(only);
    const name = only?.type === 'text' ? (ALONE.exec(only.value)?.[1] ?? '') : '';
    if (kindOf(name) === 'block') return { kind: 'variable', name: name as BlockVariable };
    return { kind: 'paragraph', content: this.#words(node) };
  }

  #image(node: Image): TemplateBlock | undefined {
    const { url: src, alt } = node;
    const why = imageFault(src, alt ?? '') ?? titleFault(node.title);
    return why ? this.#fault(node, why) : { kind: 'image', src, alt: alt ?? '' };
  }

  /** The runs of a paragraph. A line of it that begins as a table is one that was not finished. */
  #words(node: Paragraph): TemplateRun[] {
    const start = node.position?.start.offset ?? 0;
    const written = this.#source.slice(start, node.position?.end.offset);
    if (/^[ \t]*\|/m.test(written)) {
      this.#fault(
        node,
        'A table is not complete: it needs a head, a line of dashes and as many cells in each.',
      );
    }
    return this.#runs(node.children);
  }

  #paragraphs(node: Blockquote | ListItem): TemplateRun[][] {
    return node.children.flatMap((child) => {
      if (child.type === 'paragraph') return [this.#words(child)];
      this.#fault(
        child,
        `Inside ${node.type === 'listItem' ? 'a list' : 'a quotation'} only paragraphs are allowed.`,
      );
      return [];
    });
  }

  #list(node: List): TemplateBlock {
    const entries = node.children.map((item) => {
      this.#entry(item);
      const [list, second] = item.children.filter((child) => child.type === 'list');
      const rest = item.children.filter((child) => child.type !== 'list');
      if (second) this.#fault(second, 'An entry may have one list under it.');
      else if (list && item.children.at(-1) !== list) {
        this.#fault(item.children.at(-1) ?? item, 'The list under an entry comes after its words.');
      }
      return {
        paragraphs: this.#paragraphs({ ...item, children: rest }),
        ...(list && { list: this.#inner(list) }),
      };
    });
    return { kind: 'list', ordered: node.ordered === true, start: node.start ?? 1, entries };
  }

  #inner(node: List) {
    if ((node.start ?? 1) !== 1) this.#fault(node, 'A list under an entry begins with 1.');
    const entries = node.children.map((item) => {
      this.#entry(item);
      const [words, second] = this.#paragraphs(item);
      if (second) this.#fault(item, 'An entry of an inner list has one paragraph.');
      return words ?? [];
    });
    return { ordered: node.ordered === true, entries };
  }

  #entry(item: ListItem): void {
    if (item.children.every(({ type }) => type === 'list'))
      this.#fault(item, 'An entry of a list has no words.');
  }

  #table(node: Table): TemplateBlock {
    const [head = [], ...rows] = node.children.map((row) =>
      row.children.map((cell) => this.#runs(cell.children)),
    );
    if (rows.length === 0) this.#fault(node, 'A table has no row under its head.');
    rows.forEach((row, index) => {
      const given = node.children[index + 1];
      if (row.length !== head.length && given) {
        this.#fault(given, `This row has ${row.length} cells and the head ${head.length}.`);
      }
    });
    return { kind: 'table', head, rows };
  }

  #runs(
    nodes: readonly PhrasingContent[],
    marks: Omit<TemplateRun, 'text' | 'variable'> = {},
  ): TemplateRun[] {
    return nodes.flatMap((node): TemplateRun[] => {
      if (node.type === 'text') return this.#text(node, marks);
      if (node.type === 'strong') return this.#runs(node.children, { ...marks, strong: true });
      if (node.type === 'emphasis') return this.#runs(node.children, { ...marks, emphasis: true });
      if (node.type === 'link') {
        const why = hrefFault(node.url) ?? titleFault(node.title);
        if (why) this.#fault(node, why);
        return this.#runs(node.children, { ...marks, href: node.url });
      }
      if (node.type === 'image') this.#fault(node, 'A picture stands alone in its paragraph.');
      else this.#refused(node);
      return [];
    });
  }

  /** Words and the variables among them. */
  #text(node: Nodes & { type: 'text' }, marks: Omit<TemplateRun, 'text' | 'variable'>): TemplateRun[] {
    const runs: TemplateRun[] = [];
    if (/[{}]/.test(node.value.replaceAll(VARIABLE, '')))
      this.#fault(node, 'A brace belongs to a {variable}.');
    let end = 0;
    for (const found of node.value.matchAll(VARIABLE)) {
      const [written, name = ''] = found;
      const before = node.value.slice(end, found.index);
      if (before) runs.push({ text: before, ...marks });
      end = found.index + written.length;
      if (kindOf(name) === 'text') runs.push({ variable: name as TextVariable, ...marks });
      else this.#variableFault(node, written, kindOf(name) === 'block');
    }
    const rest = node.value.slice(end);
    if (rest) runs.push({ text: rest, ...marks });
    return runs;
  }

  #variableFault(node: Nodes, written: string, isBlock: boolean): void {
    if (this.#faults.length >= MOST_FAULTS) return;
    const from = node.position?.start.offset ?? 0;
    const at = Math.max(from, this.#source.indexOf(written, from));
    const reason = isBlock ? `${written} stands alone in its paragraph.` : `There is no variable ${written}.`;
    this.#faults.push({ ...placeIn(this.#source, at), reason });
  }

  #refused(node: Nodes): undefined {
    return this.#fault(node, `Not allowed here: ${NAMES[node.type] ?? node.type}.`);
  }

  #fault(node: Nodes, reason: string): undefined {
    const { line = 1, column = 1 } = node.position?.start ?? {};
    if (this.#faults.length < MOST_FAULTS) this.#faults.push({ line, column, reason });
    return undefined;
  }
}

/** The words of runs, a variable by its name. */
const wordsOf = (runs: readonly TemplateRun[]) =>
  runs.map((run) => ('variable' in run ? run.variable : run.text)).join('');
