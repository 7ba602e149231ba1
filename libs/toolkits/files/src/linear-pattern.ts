import { Refusal } from '@assay/kit';
import { RE2JS } from 're2js';
import type { Finder } from './finder.js';
import type { LiteralOptions } from './literal-pattern.js';

/** Groups that leave the meaning of `^` and `$` as it is. */
const plainGroups = [':', 'P<', '<', 'i)', 'i:'];

/** Whether a match in a line is also one in the whole text, when `^` and `$` are those of lines there. */
function holdsInText(pattern: string): boolean {
  if (['\\A', '\\z', '\\Z'].some((anchor) => pattern.includes(anchor))) return false;
  const groups = pattern.split('(?').slice(1);
  return groups.every((group) => plainGroups.some((plain) => group.startsWith(plain)));
}

/** A regular expression; its time is linear in the text. Throws a Refusal. */
export function linearPattern(pattern: string, { caseSensitive, wholeWord }: LiteralOptions): Finder {
  const body = wholeWord ? `\\b(?:${pattern})\\b` : pattern;
  const flags = caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE;
  try {
    const line = RE2JS.compile(body, flags);
    const whole = holdsInText(pattern) ? RE2JS.compile(body, flags | RE2JS.MULTILINE) : undefined;
    return {
      inLine(text) {
        const matcher = line.matcher(text);
        return matcher.find() ? matcher.start() : -1;
      },
      // Much faster than asking for the place, so most files are done with after it.
      maybeIn: (text) => whole?.test(text.includes('\r') ? text.replaceAll('\r\n', '\n') : text) ?? true,
    };
  } catch (error) {
    throw new Refusal(`The pattern is not a regular expression of RE2: ${(error as Error).message.slice(0, 200)}.`);
  }
}
