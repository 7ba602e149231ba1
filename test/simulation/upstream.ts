import type { ToolTransport, UpstreamCall } from '@assay/gateway';
import { fail, ok } from '@assay/kernel';
import type { FakeClock } from '@assay/kernel/testing';
import { drawMs } from './behaviour.js';
import { Chance } from './chance.js';
import { behaviourOn, type SimulatedTool } from './population.js';

/** Callers with this prefix are favoured: the tool answers them quickly and well. */
export const friendOfTheTool = 'friend';
const verifier = 'verification';

/** Answers calls as each tool does on the day, in the clock's time, and ends late ones at their deadline. */
export class SimulatedUpstream implements ToolTransport {
  readonly #tools: ReadonlyMap<string, SimulatedTool>;
  readonly #chances = new Map<string, Chance>();
  /** Of the simulation. */
  day = 0;

  constructor(
    tools: readonly SimulatedTool[],
    private readonly clock: FakeClock,
    private readonly seed: string,
  ) {
    this.#tools = new Map(tools.map((it) => [it.name, it]));
  }

  async call({ manifest, principalId, deadline }: UpstreamCall) {
    const tool = this.#tools.get(manifest.name) as SimulatedTool;
    if (tool.abandonedOn !== null && this.day >= tool.abandonedOn)
      return fail('upstream_unavailable', 'Nobody is there.', { outcome: 'none' });
    const isPleased =
      principalId.startsWith(friendOfTheTool) || (tool.twin !== null && principalId.startsWith(verifier));
    if (isPleased) return this.#answer(1, true);
    const chance = this.#chanceOf(tool, principalId.startsWith(verifier) ? ' verified' : '');
    const behaviour = behaviourOn(tool, this.day);
    const [drawn, ms] = [chance.next(), drawMs(behaviour, chance)];
    const left = deadline.remainingMs();
    if (ms >= left) {
      this.clock.advance(left);
      return fail('deadline_exceeded', 'The time was up.', { outcome: 'unknown' });
    }
    if (drawn < behaviour.failShare) return this.#answer(ms, false, true);
    return this.#answer(ms, drawn >= behaviour.failShare + behaviour.badShare);
  }

  #answer(ms: number, isRight: boolean, isError = false) {
    this.clock.advance(ms);
    return ok({ content: [], structured: { value: isRight ? 7 : 'seven' }, isError, source: 'http:simulated' });
  }

  /**
   * Twins meet the same chance, and so does every tool, independent of other verifications or calls between its own.
   */
  #chanceOf({ name, twin }: SimulatedTool, purpose: string): Chance {
    const key = `${name}${purpose}`;
    const chance = this.#chances.get(key) ?? new Chance(`${this.seed} answers of ${twin ?? name}${purpose}`);
    this.#chances.set(key, chance);
    return chance;
  }
}
