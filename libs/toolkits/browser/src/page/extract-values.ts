/// <reference lib="dom" />

/** A JSON Schema, as far as values are looked for by it. */
export interface ExtractSchema {
  readonly type?: string | readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, ExtractSchema>> | undefined;
  readonly items?: ExtractSchema | undefined;
  readonly selector?: string | undefined;
  readonly attribute?: string | undefined;
}

/**
 * Runs in the page: finds values for a schema below an element. A property is found by its `selector`; without one by its
 * name, which is compared with headers of tables, terms of description lists, labels, `itemprop` and classes. Undefined
 * where there is nothing; null is never made up.
 */
export function extractValues(root: Element, { schema, max }: { schema: ExtractSchema; max: number }): unknown {
  const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const typeOf = ({ type, properties, items }: ExtractSchema): string => {
    const named = typeof type === 'string' ? type : type?.find((it) => it !== 'null');
    return named ?? (properties ? 'object' : items ? 'array' : 'string');
  };
  const textOf = (element: Element, attribute: string | undefined): string => {
    if (attribute === 'href' || attribute === 'src')
      return String((element as unknown as Record<string, unknown>)[attribute] ?? '');
    if (attribute !== undefined) return element.getAttribute(attribute) ?? '';
    const isField =
      ['input', 'select', 'textarea'].includes(element.localName) && (element as HTMLInputElement).type !== 'password';
    return isField ? (element as HTMLInputElement).value : plain(element.textContent);
  };
  const numberIn = (text: string): number | undefined => {
    const [found] = /[-−]?\d[\d.,'\s]*/.exec(text) ?? [];
    if (found === undefined) return undefined;
    const digits = found.replace(/−/g, '-').replace(/['\s]/g, '').replace(/[.,]$/, '');
    const comma = digits.lastIndexOf(',');
    const point = digits.lastIndexOf('.');
    const decimal = comma > point ? (digits.length - comma === 4 && point === -1 ? '' : ',') : '.';
    const parsed = Number(decimal === ',' ? digits.replace(/\./g, '').replace(',', '.') : digits.replace(/,/g, ''));
    return Number.isFinite(parsed) ? parsed : undefined;
  };
  const scalar = (element: Element, wanted: ExtractSchema): unknown => {
    const text = textOf(element, wanted.attribute);
    const type = typeOf(wanted);
    if (type === 'number') return numberIn(text);
    if (type === 'integer') return numberIn(text);
    if (type === 'boolean') {
      const isToggle = ['checkbox', 'radio'].includes((element as HTMLInputElement).type);
      return isToggle
        ? (element as HTMLInputElement).checked
        : /^(?:true|yes|1|on|✓|✔)$/i.test(text) || (/^(?:false|no|0|off|✗|✘|)$/i.test(text) ? false : undefined);
    }
    return text;
  };
  const byName = (within: Element, name: string): Element | null => {
    const wanted = nameOf(name);
    const marked = [...within.querySelectorAll('[itemprop]')].find(
      (it) => nameOf(it.getAttribute('itemprop') ?? '') === wanted,
    );
    if (marked) return marked;
    for (const term of within.querySelectorAll('dt,th[scope=row],tr>th:first-child'))
      if (nameOf(plain(term.textContent).replace(/:$/, '')) === wanted && term.nextElementSibling)
        return term.nextElementSibling;
    for (const label of within.querySelectorAll('label'))
      if (nameOf(plain(label.textContent)) === wanted && label.control) return label.control;
    const named = [...within.querySelectorAll('[id],[class],[data-field],[name]')].find((it) =>
      [it.id, it.getAttribute('data-field') ?? '', it.getAttribute('name') ?? '', ...it.classList].some(
        (one) => nameOf(one) === wanted,
      ),
    );
    return named ?? null;
  };
  const rowsOf = (
    within: Element,
    properties: Readonly<Record<string, ExtractSchema>>,
  ): { rows: Element[]; cells: (row: Element, name: string) => Element | null } | null => {
    const names = Object.keys(properties).map(nameOf);
    for (const table of within.matches('table') ? [within] : within.querySelectorAll('table')) {
      const [head, ...rows] = [...(table as HTMLTableElement).rows];
      const columns = [...(head?.cells ?? [])].map((it) => nameOf(plain(it.textContent)));
      if (!names.some((it) => columns.includes(it))) continue;
      return { rows, cells: (row, name) => (row as HTMLTableRowElement).cells[columns.indexOf(nameOf(name))] ?? null };
    }
    return null;
  };
  let left = max;
  const find = (within: Element, wanted: ExtractSchema, name: string | null): unknown => {
    const type = typeOf(wanted);
    if (type === 'array') {
      const items = wanted.items ?? {};
      const table = wanted.selector === undefined && items.properties ? rowsOf(within, items.properties) : null;
      if (table !== null)
        return table.rows.slice(0, left).map((row) => {
          left -= 1;
          return Object.fromEntries(
            Object.entries(items.properties ?? {}).flatMap(([key, one]) => {
              const cell = one.selector === undefined ? table.cells(row, key) : row.querySelector(one.selector);
              const value = cell === null ? undefined : scalar(cell, one);
              return value === undefined ? [] : [[key, value]];
            }),
          );
        });
      const selector = wanted.selector ?? items.selector;
      const named = selector === undefined && name !== null ? byName(within, name) : null;
      const all =
        selector !== undefined
          ? [...within.querySelectorAll(selector)]
          : named
            ? [...named.querySelectorAll('li')]
            : null;
      if (all === null) return undefined;
      const inner = { ...items, selector: undefined };
      return all.slice(0, left).map((it) => {
        left -= 1;
        return find(it, inner, null);
      });
    }
    const found =
      wanted.selector !== undefined
        ? within.querySelector(wanted.selector)
        : name === null || type === 'object'
          ? within
          : byName(within, name);
    if (found === null) return undefined;
    if (type !== 'object') return scalar(found, wanted);
    const entries = Object.entries(wanted.properties ?? {}).map(([key, one]) => [key, find(found, one, key)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  };
  return find(root, schema, null);
}
