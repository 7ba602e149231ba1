import type { ErrorCode } from '@assay/contracts';
import type { CallOrigin, ToolTransport, UpstreamAnswer, UpstreamCall } from '@assay/gateway';
import { type Failure, fail, type Result, runWithoutBlocking } from '@assay/kernel';
import { compositionBounds } from '../check/check-plan.js';
import { type Compiled, compilingComposition } from '../compile-composition.js';
import { type Composition, toolsNamedIn } from '../composition.js';
import { FindTools } from '../find-tools.js';
import { CompositeCall, type CompositePorts } from './composite-call.js';
import { compositionOf } from './definition.js';
import { partsOf, promises } from './promises.js';

/**
 * Calls tools that are compositions: each of their steps is a call of the same caller through the gateway. Steps that may
 * have effects carry keys made of the whole call's, so that the whole repeated under its key does nothing twice.
 */
export class CompositeTransport implements ToolTransport {
  readonly #ports: CompositePorts;

  constructor(ports: CompositePorts) {
    this.#ports = ports;
  }

  async call(call: UpstreamCall): Promise<Result<UpstreamAnswer, Failure>> {
    const { origin, manifest } = call;
    if (origin === undefined)
      return fail('protocol_unavailable', 'A composition runs for a caller, and there is none here.');
    if (origin.nesting >= compositionBounds.nesting)
      return fail(
        'tool_error',
        `${manifest.name} was not run: compositions nest at most ${compositionBounds.nesting} deep, and this one would be deeper.`,
      );
    const compiled = await this.#compile(call, origin);
    return compiled.ok ? new CompositeCall(call, origin, compiled.value, this.#ports).run() : compiled;
  }

  /** As it can run for this caller now: what ranges lead to may have changed since it was published. */
  async #compile({ manifest }: UpstreamCall, { caller, client }: CallOrigin): Promise<Result<Compiled, Failure>> {
    const read = compositionOf(manifest);
    const at = '/endpoint/definition';
    const { inputSchema } = manifest;
    const ports = { ...this.#ports, hasModel: this.#ports.hasModel || client?.sample !== undefined };
    const compiled = read.ok
      ? await runWithoutBlocking(
          compilingComposition(read.value, caller, ports, { inputSchema, at }),
          this.#ports.clock,
        )
      : read;
    const issues = compiled.ok ? promises(manifest, partsOf(compiled.value)) : compiled.error;
    if (compiled.ok && issues.length === 0) return compiled;
    const problems = issues.map(({ path, message }) => `${path} ${message}`).join('; ');
    const code = read.ok ? codeOf(read.value, new FindTools(this.#ports, caller)) : 'tool_error';
    return fail(code, `${manifest.name} cannot run for you: ${problems}.`, { issues });
  }
}

/** A part that its caller may not call is no fault of the composition; one that nobody may call is reported as such. */
function codeOf(composition: Composition, tools: FindTools): ErrorCode {
  for (const reference of toolsNamedIn(composition)) {
    const found = tools.find(reference);
    if (!found.ok) return partCodes[found.error.code] ?? 'denied';
  }
  return 'tool_error';
}

const partCodes: Partial<Record<ErrorCode, ErrorCode>> = {
  version_revoked: 'version_revoked',
  version_sunset: 'version_sunset',
  quarantined: 'quarantined',
};
