import type { Issue } from '@assay/contracts';
import { err, ok, type Result } from '@assay/kernel';

/** Inputs of a tool's name in a set. */
export interface Nameable {
  /** The requested name. */
  readonly as: string | undefined;
  /** The upstream's name, or the local part of its name here. */
  readonly ownName: string;
  /** The local part of its server's name, or the namespace of a tool without one. */
  readonly home: string;
}

const longest = 64;

/** A name that every MCP client accepts. */
export const fitName = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, longest) || 'tool';

/**
 * The names of a set's tools, in order (SPEC section 0): the requested one, else the upstream's own, converted; where
 * two are alike, the unrequested ones get their server's name as a prefix. Names that are still alike must be set
 * manually.
 */
export function nameTools(tools: readonly Nameable[]): Result<string[], Issue[]> {
  const short = tools.map(({ as, ownName }) => as ?? fitName(ownName));
  const crowded = repeated(short);
  const names = tools.map(({ as, ownName, home }, at) => {
    const name = short[at] as string;
    return as === undefined && crowded.has(name) ? fitName(`${home}_${ownName}`) : name;
  });
  const alike = repeated(names);
  const issues = names.flatMap((name, at): Issue[] =>
    alike.has(name)
      ? [
          {
            path: `/tools/${at}/as`,
            message: `another tool in the set has the name ${name}: choose a different name`,
          },
        ]
      : [],
  );
  return issues.length === 0 ? ok(names) : err(issues);
}

const repeated = (names: readonly string[]): Set<string> =>
  new Set(names.filter((name, at) => names.indexOf(name) !== at));
