import type { Difference } from '@assay/sdk';
import type { Page } from './page.js';
import { brief, plural } from './text.js';

const order = { breaking: 0, unknown: 1, additive: 2, text: 3 } as const;
const headings = { breaking: 'Breaking', unknown: 'Undetermined', additive: 'Additive', text: 'Texts' } as const;

const paint = (kind: Difference['kind'], page: Page) =>
  ({ breaking: page.bad, unknown: page.warn, additive: page.good, text: page.dim })[kind];

const shown = (value: unknown): string => brief(JSON.stringify(value), 100);

function lines({ kind, path, message, before, after }: Difference, page: Page): string[] {
  const head = `  ${page.bold(path || '(whole)')}  ${message}`;
  if (kind === 'text') return [head];
  return [
    head,
    ...(before === undefined ? [] : [page.bad(`    - ${shown(before)}`)]),
    ...(after === undefined ? [] : [page.good(`    + ${shown(after)}`)]),
  ];
}

/** How two versions differ, what breaks first: place, sentence, the old under a minus, the new under a plus. */
export function differencesText(differences: readonly Difference[], page: Page): string {
  const kinds = (Object.keys(order) as Difference['kind'][]).sort((a, b) => order[a] - order[b]);
  return kinds
    .flatMap((kind) => {
      const of = differences.filter((it) => it.kind === kind);
      if (of.length === 0) return [];
      return [paint(kind, page)(`${headings[kind]} (${of.length})`), ...of.flatMap((it) => lines(it, page))];
    })
    .join('\n');
}

/** In a few words: `2 breaking differences, 1 additive`. */
export function differencesInShort(differences: readonly Difference[]): string {
  const count = (kind: Difference['kind']) => differences.filter((it) => it.kind === kind).length;
  const breaking = count('breaking');
  return breaking > 0 ? plural(breaking, 'breaking difference') : plural(differences.length, 'difference');
}
