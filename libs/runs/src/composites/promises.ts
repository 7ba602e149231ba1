import type { Issue, Manifest } from '@assay/contracts';
import type { Compiled } from '../compile-composition.js';
import type { KnownTool } from '../known-tool.js';
import { toolNodes } from '../plans-in.js';

type Annotations = NonNullable<Manifest['annotations']>;

/** The tools that a composition may call. */
export function partsOf({ plan, tools }: Pick<Compiled, 'plan' | 'tools'>): readonly KnownTool[] {
  const names = new Set([...toolNodes(plan)].map(({ tool }) => tool));
  return [...names].flatMap((it) => {
    const found = tools.find(it);
    return found.ok ? [found.value] : [];
  });
}

/** What a composition declares of itself that one of its parts does not hold. */
export function promises({ annotations = {} }: Manifest, parts: readonly KnownTool[]): Issue[] {
  const broken = (name: string, holds: (part: Annotations) => boolean): Issue[] => {
    const breaker = parts.find(({ manifest: { annotations: of = {} } }) => of.readOnlyHint !== true && !holds(of));
    if (breaker === undefined) return [];
    return [{ path: `/annotations/${name}`, message: `promises more than its part ${breaker.manifest.name} does` }];
  };
  const { readOnlyHint, destructiveHint, idempotentHint, honoursKey } = annotations;
  return [
    ...(readOnlyHint === true ? broken('readOnlyHint', () => false) : []),
    ...(destructiveHint === false ? broken('destructiveHint', (it) => it.destructiveHint === false) : []),
    ...(idempotentHint === true ? broken('idempotentHint', (it) => it.idempotentHint === true) : []),
    ...(honoursKey === true ? broken('honoursKey', (it) => it.honoursKey === true) : []),
  ];
}
