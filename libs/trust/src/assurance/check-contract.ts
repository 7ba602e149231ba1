import type { VerificationCheck } from '@assay/contracts';
import type { Directory } from '@assay/identity';
import type { Clock, Deadline, Failure, Result } from '@assay/kernel';
import { type Catalogue, isPublic, isWatched, type Server, serverOf, type ToolVersion } from '@assay/registry';
import type { CallCounts, TrackRecordOf } from '../track-record.js';

export interface ContractPorts {
  readonly catalogue: Pick<Catalogue, 'serverFor' | 'version'>;
  readonly directory: Directory;
  /** Compares what a server lists with what is pinned to it, now. */
  readonly watch: { look(server: Server, deadline: Deadline): Promise<Result<unknown, Failure>> };
  /** The last comparison with a server's list: when, in ms since the epoch, and why there was no list. */
  readonly looks: {
    look(serverId: string): Promise<{ readonly lookedAt: number; readonly problem: string | null } | undefined>;
  };
  readonly recordOf: TrackRecordOf;
  readonly clock: Clock;
}

/** Successful calls since the last verification that replace examples. */
export const goodCallsNeeded = 20;
/** A look at the upstream that is no older is not repeated: many tools live on one server. */
const lookGoodForMs = 60 * 60 * 1_000;

/**
 * Verifies a version whose examples cannot be run: its upstream answers and still defines the tool as pinned, and
 * enough calls succeeded since the last verification, for a public tool by callers other than the namespace's members.
 * Where an upstream lists no definitions, the calls prove that it is reachable.
 */
export class CheckContract {
  readonly #ports: ContractPorts;

  constructor(ports: ContractPorts) {
    this.#ports = ports;
  }

  /** @param before good calls over the version's life when it was last verified. */
  async run(version: ToolVersion, before: CallCounts, deadline: Deadline): Promise<VerificationCheck[]> {
    const begun = this.#ports.clock.monotonic();
    const definition = await this.#definition(version, deadline);
    const ms = Math.round(this.#ports.clock.monotonic() - begun);
    return [{ name: 'definition', ms, ...definition }, await this.#calls(version, before)];
  }

  async #definition(version: ToolVersion, deadline: Deadline): Promise<Found> {
    const { catalogue } = this.#ports;
    const server = catalogue.serverFor(version);
    const name = serverOf(version);
    if (name !== undefined && server === undefined)
      return unknown(`the server "${name}" no longer exists or has a new owner`);
    if (server === undefined || !isWatched(server)) return passed;
    const problem = await this.#look(server, deadline);
    if (problem !== null) return unknown(problem);
    const now = catalogue.version(`${version.namespace}/${version.tool}`, version.versionKey) ?? version;
    return now.quarantined === null ? passed : { outcome: 'failed', message: now.quarantined.finding };
  }

  /** Why the upstream gave no list; null when it did. What it lists is compared on the way. */
  async #look(server: Server, deadline: Deadline): Promise<string | null> {
    const { looks, watch, clock } = this.#ports;
    const last = await looks.look(server.id);
    const isRecent = last !== undefined && last.lookedAt >= clock.now() - lookGoodForMs && last.problem === null;
    if (isRecent && last.lookedAt >= server.updatedAt) return null;
    const looked = await watch.look(server, deadline);
    return looked.ok ? null : looked.error.message;
  }

  async #calls(version: ToolVersion, before: CallCounts): Promise<VerificationCheck> {
    const { good } = await this.#ports.recordOf(version);
    const others = good.others - before.others;
    const onlyOthers = isPublic(version, this.#ports.directory);
    const calls = Math.max(0, onlyOthers ? others : others + good.own - before.own);
    if (calls >= goodCallsNeeded) return { name: 'calls', ms: 0, ...passed };
    const whose = onlyOthers ? ' by callers other than members of its namespace' : '';
    return {
      name: 'calls',
      ms: 0,
      ...unknown(`${calls} of ${goodCallsNeeded} good calls${whose} since the last verification`),
    };
  }
}

type Found = Pick<VerificationCheck, 'outcome' | 'message'>;
const passed: Found = { outcome: 'passed', message: '' };
const unknown = (message: string): Found => ({ outcome: 'unknown', message });
