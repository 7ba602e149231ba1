import type { SetPin } from '@assay/contracts';
import { type Caller, recordChange } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { CataloguePorts } from './catalogue-ports.js';
import type { Pin, PinStore } from './pin-store.js';
import type { ToolVersion } from './records.js';
import { visibleVersions } from './tool-audience.js';
import { normaliseRange, satisfies } from './version-number.js';

export interface PinPorts extends Pick<CataloguePorts, 'catalogue' | 'directory' | 'audit' | 'feed' | 'clock'> {
  readonly pins: PinStore;
}

/** A pin, and the newest version in its range that its principal may see. */
export interface ShownPin {
  readonly pin: Omit<Pin, 'range'> & { readonly range: string | null };
  readonly newest: ToolVersion | null;
}

/** Most pins of a principal. */
const maxPins = 1_000;

/** Pins: who depends on what. A pin does not change resolution; it selects whom to notify. */
export class ManagePins {
  readonly #ports: PinPorts;

  constructor(ports: PinPorts) {
    this.#ports = ports;
  }

  async list(caller: Caller): Promise<Result<ShownPin[], Failure>> {
    const own = ownerOf(caller);
    if (!own.ok) return own;
    const pins = await this.#ports.pins.list(own.value.principalId);
    return ok(pins.filter((it) => this.#isReached(caller, it.tool)).map((pin) => this.#shown(caller, pin)));
  }

  /** Sets the caller's pin on a tool; a null range removes it. */
  async set(caller: Caller, { tool: asked, range, note }: SetPin): Promise<Result<ShownPin, Failure>> {
    const own = ownerOf(caller);
    if (!own.ok) return own;
    const tool = this.#ports.directory.aliases.tool(asked);
    if (range === null) return this.#remove(caller, own.value.principalId, tool);
    const checked = this.#checkedRange(caller, tool, range);
    if (!checked.ok) return checked;
    const { pins, clock } = this.#ports;
    const present = await pins.list(own.value.principalId);
    if (present.length >= maxPins && !present.some((it) => it.tool === tool))
      return fail('conflict', `You have ${maxPins} pins, which is the most: take one away first.`);
    const now = clock.now();
    const pin = await pins.put({ ...own.value, tool, range, note: note ?? null, createdAt: now, updatedAt: now });
    if (pin === undefined) return fail('not_found', `No tool "${tool}".`);
    await recordChange(this.#ports, caller, 'pin.set', tool, { range });
    return ok(this.#shown(caller, pin));
  }

  async #remove(caller: Caller, principalId: string, tool: string): Promise<Result<ShownPin, Failure>> {
    const pin = this.#isReached(caller, tool) ? await this.#ports.pins.remove(principalId, tool) : undefined;
    if (pin === undefined) return fail('not_found', `You have no pin on "${tool}": GET /v1/pins lists yours.`);
    await recordChange(this.#ports, caller, 'pin.remove', tool, { range: pin.range });
    return ok({ pin: { ...pin, range: null, updatedAt: this.#ports.clock.now() }, newest: null });
  }

  /** A range that no version satisfies is a mistake: it would never cause a notice. */
  #checkedRange(caller: Caller, tool: string, range: string): Result<null, Failure> {
    const versions = this.#visible(caller, tool);
    if (versions.length === 0) return fail('not_found', `No tool "${tool}".`);
    const issues = [{ path: '/range', message: 'is not a valid version range of this tool' }];
    const normal = normaliseRange(range);
    if (normal === undefined)
      return fail('invalid_request', `"${range}" is not a valid version range: use ^1.2.0, ~1.4, >=1 <3 or 1.2.3.`, {
        issues,
      });
    if (versions.some((it) => satisfies(it.versionKey, normal))) return ok(null);
    const there = versions.slice(0, 5).map((it) => it.version);
    return fail('invalid_request', `No version of ${tool} is within "${range}". There are: ${there.join(', ')}.`, {
      issues,
    });
  }

  #shown(caller: Caller, pin: Pin): ShownPin {
    const range = normaliseRange(pin.range) as string;
    return { pin, newest: this.#visible(caller, pin.tool).find((it) => satisfies(it.versionKey, range)) ?? null };
  }

  /**
   * A caller may remove a pin on a tool that became invisible, but a narrowed key is still limited to its namespaces.
   */
  #isReached = (caller: Caller, tool: string): boolean =>
    caller.namespaces === null || this.#visible(caller, tool).length > 0;

  #visible = (caller: Caller, tool: string): ToolVersion[] =>
    visibleVersions(this.#ports.catalogue.tool(tool), caller, this.#ports.directory);
}

function ownerOf({
  principalId,
  organisationId,
}: Caller): Result<Pick<Pin, 'principalId' | 'organisationId'>, Failure> {
  return principalId === null || organisationId === null
    ? fail('unauthenticated', 'Pins require authentication: send a key.')
    : ok({ principalId, organisationId });
}
