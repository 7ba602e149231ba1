import type { Issue, McpAddress } from '@assay/contracts';
import { pointerOf } from '../kernel/json-pointer.js';

type Rule = readonly [fits: RegExp, message: string];

const text: Rule = [/^[^\0]*$/, 'must not hold the character NUL'];
/** A token of RFC 9110. */
const headerName: Rule = [/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "is no header's name: use letters, digits and hyphens"];
const headerValue: Rule = [/^[\t\x20-\x7e\x80-\xff]*$/, 'cannot stand in a header: use one line of plain characters'];
const variableName: Rule = [/^[^=\0]+$/, 'is no name of an environment variable'];

/** What of an address could neither be kept nor sent, with pointers below `at`. Values are secret and not repeated. */
export function checkAddress(address: McpAddress, at: string): Issue[] {
  const check = ([fits, message]: Rule, value: string, ...path: (string | number)[]): Issue[] =>
    fits.test(value) && value.isWellFormed() ? [] : [{ path: `${at}${pointerOf(path)}`, message }];
  const checkAll = (part: string, values: Readonly<Record<string, string>> = {}, name: Rule, value: Rule) =>
    Object.entries(values).flatMap(([key, it]) => [...check(name, key, part, key), ...check(value, it, part, key)]);
  if ('url' in address) {
    return [...check(text, address.url, 'url'), ...checkAll('headers', address.headers, headerName, headerValue)];
  }
  return [
    ...check(text, address.command, 'command'),
    ...(address.args ?? []).flatMap((it, index) => check(text, it, 'args', index)),
    ...checkAll('env', address.env, variableName, text),
  ];
}
