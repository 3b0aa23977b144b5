/** A form’s value: text, or parts by name. Parts that are numbered are a list. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

interface Parts {
  [name: string]: string | Parts;
}

/** Nests a flat form as Stripe’s API reads it: `a[b][0]=x` becomes `{ a: { b: ['x'] } }`. */
export function nestedForm(flat: Readonly<Record<string, string>>): FormValue {
  const root: Parts = Object.create(null);
  for (const [name, value] of Object.entries(flat)) {
    const path = name.replaceAll(']', '').split('[');
    const last = path.pop() ?? '';
    place(root, path)[last] = value;
  }
  return listed(root);
}

function place(root: Parts, path: readonly string[]): Parts {
  let parts = root;
  for (const name of path) {
    const next = parts[name];
    const inner: Parts = typeof next === 'object' ? next : Object.create(null);
    parts[name] = inner;
    parts = inner;
  }
  return parts;
}

function listed(parts: string | Parts): FormValue {
  if (typeof parts === 'string') return parts;
  const entries = Object.entries(parts).map(([name, value]) => [name, listed(value)] as const);
  const isList = entries.length > 0 && entries.every(([name]) => /^\d*$/.test(name));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}
