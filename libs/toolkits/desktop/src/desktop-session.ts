import { Refusal } from '@assay/kit';
import { AccessibilityBus, type Reference } from './bus/accessibility-bus.js';
import type { Element } from './tree/element.js';
import { readTree } from './tree/read-tree.js';

export interface TargetInput {
  readonly mark?: string | undefined;
  readonly name?: string | undefined;
  readonly role?: string | undefined;
}

const keyOf = ({ owner, path }: Reference): string => `${owner} ${path}`;
const maxListed = 8;

/** The applications of one desktop session. Marks name the same element as long as it exists. */
export class DesktopSession {
  readonly #sessionAddress: () => string | undefined;
  readonly #marks = new Map<string, string>();
  #opened: Promise<AccessibilityBus> | undefined;

  constructor(sessionAddress: () => string | undefined) {
    this.#sessionAddress = sessionAddress;
  }

  /** @throws Refusal when there is no session. */
  async bus(): Promise<AccessibilityBus> {
    const address = this.#sessionAddress();
    if (!address)
      throw new Refusal('There is no desktop session: set DBUS_SESSION_BUS_ADDRESS and DISPLAY for this server.');
    this.#opened ??= AccessibilityBus.open(address).catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async elements(): Promise<readonly Element[]> {
    return readTree(await this.bus());
  }

  markOf({ reference }: Element): string {
    const key = keyOf(reference);
    const known = this.#marks.get(key) ?? `e${this.#marks.size + 1}`;
    this.#marks.set(key, known);
    return known;
  }

  /** @throws Refusal when no element, or more than one, is meant. */
  async find(target: TargetInput): Promise<Element> {
    const { mark, name, role } = target;
    if ((mark === undefined) === (name === undefined))
      throw new Refusal('Name the element in one way: by mark, or by name (with role, where several have the name).');
    const all = await this.elements();
    const found = all.filter((it) =>
      mark === undefined
        ? it.name.toLowerCase() === name?.toLowerCase() && (role === undefined ? it.role !== 'label' : it.role === role)
        : this.#marks.get(keyOf(it.reference)) === mark,
    );
    const [element, ...others] = found;
    if (element === undefined) throw new Refusal(`${describe(target)} is not there. Observe again.`);
    if (others.length > 0) {
      const listed = found.slice(0, maxListed).map((it) => `${it.role} [${this.markOf(it)}]`);
      throw new Refusal(
        `${found.length} elements are named "${name}": ${listed.join(', ')}. Name one by mark or role.`,
      );
    }
    if (!element.states.includes('sensitive')) throw new Refusal(`${describe(target)} is disabled.`);
    return element;
  }

  async end(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    opened?.close();
  }
}

const describe = ({ mark, name, role }: TargetInput): string =>
  mark === undefined ? `The ${role ?? 'element'} "${name}"` : `The element [${mark}]`;
