import type { Issue } from '@assay/contracts';
import { err, ok, type Result } from '@assay/kernel';

/** What a tool's name in a set is made of. */
export interface Nameable {
  /** The name asked for. */
  readonly as: string | undefined;
  /** As the upstream calls it, or the local part of its name here. */
  readonly ownName: string;
  /** The local part of its server's name, or the namespace of a tool without one. */
  readonly home: string;
}

const longest = 64;

/** A name as every MCP client takes it. */
const fit = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, longest) || 'tool';

/**
 * The names of a set's tools, in their order (SPEC section 0): the one asked for, else the upstream's own made fit; where
 * two are alike, those not asked for are prefixed with their server's. What is alike even so has to be named by hand.
 */
export function nameTools(tools: readonly Nameable[]): Result<string[], Issue[]> {
  const short = tools.map(({ as, ownName }) => as ?? fit(ownName));
  const crowded = repeated(short);
  const names = tools.map(({ as, ownName, home }, at) => {
    const name = short[at] as string;
    return as === undefined && crowded.has(name) ? fit(`${home}_${ownName}`) : name;
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
