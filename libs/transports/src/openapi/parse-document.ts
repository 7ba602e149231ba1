import { holdsMoreThan } from '@assay/json-schema';
import { deeperThan } from '@assay/kernel';
import { parse } from 'yaml';

/** What a document may hold. YAML is read a hundred times slower than JSON, and meanwhile nothing else: so less of it. */
export const parseCaps = { yamlBytes: 524_288, levels: 100, values: 1_000_000, aliases: 100 } as const;

/** The document as a plain JSON tree, or a sentence that says why it is none. */
export type Parsed = { readonly root: Readonly<Record<string, unknown>> } | { readonly problem: string };

/**
 * Reads JSON or YAML text. Aliases of YAML are bounded in number and in what they unfold to, and none may hold itself:
 * what comes back is a tree of moderate size.
 */
export function parseDocument(text: string): Parsed {
  const trimmed = text.replace(/^\uFEFF/, '').trimStart();
  if (!trimmed.startsWith('{')) return parseYaml(trimmed);
  try {
    return checkTree(JSON.parse(trimmed));
  } catch (error) {
    // YAML has objects in braces, too.
    const parsed = parseYaml(trimmed);
    return 'problem' in parsed ? { problem: `is not valid JSON (${(error as Error).message.slice(0, 200)})` } : parsed;
  }
}

function parseYaml(text: string): Parsed {
  if (Buffer.byteLength(text) > parseCaps.yamlBytes)
    return { problem: `is YAML of more than ${parseCaps.yamlBytes / 1_024} KiB: give it as JSON` };
  try {
    const value: unknown = parse(text, { maxAliasCount: parseCaps.aliases, logLevel: 'error' });
    const checked = checkTree(value);
    // What YAML has beyond JSON, and parts that several places share, are gone afterwards.
    return 'problem' in checked ? checked : { root: JSON.parse(JSON.stringify(checked.root)) };
  } catch (error) {
    return { problem: `is neither JSON nor YAML (${(error as Error).message.split('\n')[0]?.slice(0, 200)})` };
  }
}

/** Bounds a parsed value; one that holds itself is larger than any bound. */
export function checkTree(value: unknown): Parsed {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { problem: 'is not an object' };
  if (holdsMoreThan(value, parseCaps.values)) return { problem: `holds more than ${parseCaps.values} values` };
  if (deeperThan(value, parseCaps.levels)) return { problem: `is nested deeper than ${parseCaps.levels} levels` };
  return { root: value as Readonly<Record<string, unknown>> };
}
