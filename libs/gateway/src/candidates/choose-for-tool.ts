import type { Caller, Directory } from '@assay/identity';
import { lruMap } from '@assay/kernel';
import type { Catalogue, Toolset, ToolsetTool, ToolVersion } from '@assay/registry';
import { contractFit } from '../hierarchies/contract-fit.js';
import { levelAt } from '../hierarchies/level-at.js';
import type { Circuits } from '../resilience/circuits.js';
import { type CandidateMark, type CandidatePlace, candidateOf, type ShadowOf } from './candidate.js';
import type { CandidateBook } from './candidate-book.js';

export interface ChooseForToolPorts {
  readonly book: Pick<CandidateBook, 'markOf'>;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly circuits: Pick<Circuits, 'isOpen'>;
}

/** The tool that is called, and what the call counts for. */
export interface Chosen {
  readonly tool: string;
  readonly candidate?: CandidateMark;
  readonly shadow?: ShadowOf;
}

const comparedAtHand = 1_000;

export const placeInToolset = (
  { id, name, organisationId, createdBy }: Toolset,
  { as }: Pick<ToolsetTool, 'as'>,
): CandidatePlace => ({ key: `toolset ${id} ${as}`, label: `${name}/${as}`, organisationId, ownerId: createdBy });

/**
 * The candidate that takes the place of a set's tool in a call, if any. Nobody is worse off: a canary that the caller may
 * not call, that takes other inputs, or whose circuit is open is not chosen.
 */
export class ChooseForTool {
  readonly #ports: ChooseForToolPorts;
  readonly #fits = lruMap<string, boolean>(comparedAtHand);

  constructor(ports: ChooseForToolPorts) {
    this.#ports = ports;
  }

  choose(toolset: Toolset, tool: ToolsetTool, caller: Caller, session: string | undefined): Chosen {
    const place = placeInToolset(toolset, tool);
    const canary = tool.candidates?.find((it) => it.canary !== undefined);
    const shadow = tool.candidates?.find((it) => it.shadow !== undefined);
    const mark =
      canary !== undefined && this.#mayReplace(tool.tool, canary.tool, caller)
        ? this.#ports.book.markOf(candidateOf(canary, place), caller.principalId, session)
        : undefined;
    if (canary !== undefined && mark?.arm === 'candidate') return { tool: canary.tool, candidate: mark };
    return {
      tool: tool.tool,
      ...(mark !== undefined && { candidate: mark }),
      ...(shadow !== undefined && { shadow: { candidate: candidateOf(shadow, place) } }),
    };
  }

  #mayReplace(primary: string, candidate: string, caller: Caller): boolean {
    const { catalogue, directory, circuits } = this.#ports;
    const own = levelAt(primary, caller, catalogue, directory);
    const other = levelAt(candidate, caller, catalogue, directory);
    if (own.state !== 'callable' || other.state !== 'callable') return false;
    return !circuits.isOpen(other.version.id) && this.#fit(own.version, other.version);
  }

  #fit(own: ToolVersion, other: ToolVersion): boolean {
    const key = `${own.id} ${other.id}`;
    const known = this.#fits.get(key);
    if (known !== undefined) return known;
    const { problems } = contractFit(own.manifest, other.manifest);
    const fits = problems.every(({ path }) => !path.startsWith('/inputSchema') && !path.startsWith('/annotations'));
    this.#fits.set(key, fits);
    return fits;
  }
}
