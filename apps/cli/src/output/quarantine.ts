import type { DefinitionChange, QuarantineView } from '@assay/sdk';
import type { Page } from './page.js';
import { pairs } from './table.js';

/** A value as people read it: texts as they are, all else as JSON over several lines. */
function valueLines(value: unknown): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return text.split('\n');
}

const side = (sign: string, paint: (text: string) => string, value: unknown): string[] =>
  valueLines(value).map((line) => paint(`  ${sign} ${line}`));

function changeLines(change: DefinitionChange, page: Page): string[] {
  return [
    page.bold(change.path || '(whole)'),
    ...('before' in change ? side('-', page.bad, change.before) : []),
    ...('after' in change ? side('+', page.good, change.after) : []),
  ];
}

/** A quarantine whole: why the version waits, and every place where its definition differs. */
export function quarantineText(quarantine: QuarantineView, page: Page): string {
  const { id, tool, version, state, since, finding, observedAt, releasedAt, releasedBecause, successor } = quarantine;
  const facts = pairs(page, [
    ['quarantine', id],
    ['state', state === 'open' ? page.bad('active: calls are refused') : page.good('released')],
    ['finding', finding],
    ['since', since],
    ['last seen', observedAt],
    ['released', releasedAt === null ? undefined : `${releasedAt}: ${releasedBecause}`],
    ['successor', successor ?? undefined],
  ]);
  const diff = quarantine.diff.flatMap((change) => changeLines(change, page));
  const head = quarantine.diffIsComplete
    ? 'Pinned (-) and listed now (+)'
    : 'Pinned, as far as known from the manifest (-), and listed now (+)';
  return [page.bold(`${tool}@${version}`), facts, ...(diff.length > 0 ? ['', head, ...diff] : [])].join('\n');
}
