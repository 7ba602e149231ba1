import type { OutputOption, RunView } from '@assay/contracts';
import type { ConsoleLine } from './code-sandbox.js';

/** Characters of a token, at least. */
const tokenLength = 3;
/** The share of a token budget that the console may have: the value comes first. */
const share = 0.25;

/** What is shown of a console: nothing at level L4, and within its share of a token budget. */
export function consoleWithin(
  lines: readonly ConsoleLine[],
  option: OutputOption | undefined,
): NonNullable<RunView['console']> {
  if (option?.level === 'L4') return [];
  if (option?.tokenBudget === undefined) return [...lines];
  let left = Math.floor(option.tokenBudget * share * tokenLength);
  const shown: ConsoleLine[] = [];
  for (const [at, line] of lines.entries()) {
    left -= line.text.length;
    if (left < 0) return [...shown, { level: 'info', text: `[${lines.length - at} more lines omitted]` }];
    shown.push(line);
  }
  return shown;
}
