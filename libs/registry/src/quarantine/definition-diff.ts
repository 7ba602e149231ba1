import type { DefinitionChange } from '@assay/contracts';
import { canonicalJson, digestText, isObject, pointerStep } from '@assay/kernel';

/** Above this number, changes are reported by the definition's top-level members. */
const maxChanges = 200;
/** Maximum length of a value that is kept, in characters of JSON; a longer one is reported by its size and digest. */
const maxValue = 8_192;
const maxDepth = 64;

/**
 * The differences between two JSON values, as JSON pointers with the values of both sides, in the order of names.
 *
 * Objects are compared member by member, arrays of equal length item by item; everything else, including arrays of
 * different length, differs as a whole. A side without the member has no value in the change. The result is bounded: at
 * most `maxChanges` changes of `maxValue` characters per side.
 */
export function definitionDiff(before: unknown, after: unknown): DefinitionChange[] {
  const changes = [...differences(before, after, '', maxDepth)].slice(0, maxChanges + 1);
  const reports = changes.length > maxChanges ? [...differences(before, after, '', 1)].slice(0, maxChanges) : changes;
  return reports.map(({ path, ...sides }) => ({
    path,
    ...('before' in sides && { before: shown(sides.before) }),
    ...('after' in sides && { after: shown(sides.after) }),
  }));
}

function* differences(before: unknown, after: unknown, path: string, levels: number): Generator<DefinitionChange> {
  if (levels > 0 && isObject(before) && isObject(after)) {
    for (const key of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort())
      yield* member(before, after, key, path + pointerStep(key), levels);
  } else if (levels > 0 && Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, item] of before.entries())
      yield* differences(item, after[index], `${path}/${index}`, levels - 1);
  } else if (canonicalJson(before) !== canonicalJson(after)) yield { path, before, after };
}

function* member(before: Members, after: Members, key: string, path: string, levels: number) {
  const [had, has] = [holds(before, key), holds(after, key)];
  if (had && has) yield* differences(before[key], after[key], path, levels - 1);
  else if (had) yield { path, before: before[key] };
  else if (has) yield { path, after: after[key] };
}

type Members = Readonly<Record<string, unknown>>;

/** A member that JSON would omit counts as absent. */
const holds = (value: Members, key: string): boolean => Object.hasOwn(value, key) && value[key] !== undefined;

function shown(value: unknown): unknown {
  const text = canonicalJson(value);
  return text.length <= maxValue ? value : `(${text.length} characters, ${digestText(text)})`;
}
