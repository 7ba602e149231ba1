import type { Team } from './records.js';

const none: readonly string[] = Object.freeze([]);

/** Teams in memory, updated by the change feed. */
export class Teams {
  readonly #teams = new Map<string, Team>();
  readonly #names = new Map<string, string>();
  /** Ids of a principal's teams; the same array until they change, so that it can be compared by identity. */
  readonly #byMember = new Map<string, readonly string[]>();

  get = (id: string): Team | undefined => this.#teams.get(id);
  all = (): Iterable<Team> => this.#teams.values();
  /** Ids of the teams a principal is a member of. */
  of = (principalId: string): readonly string[] => this.#byMember.get(principalId) ?? none;

  named(organisationId: string, name: string): Team | undefined {
    const id = this.#names.get(`${organisationId} ${name}`);
    return id === undefined ? undefined : this.#teams.get(id);
  }

  apply(id: string, state: Team | null): void {
    const former = this.#teams.get(id);
    if (former !== undefined && this.#names.get(nameOf(former)) === id) this.#names.delete(nameOf(former));
    for (const member of former?.members ?? none) {
      if (state?.members.includes(member) !== true) this.#change(member, (ids) => ids.filter((it) => it !== id));
    }
    for (const member of state?.members ?? none) {
      if (!this.of(member).includes(id)) this.#change(member, (ids) => [...ids, id]);
    }
    this.#teams.delete(id);
    if (state === null) return;
    this.#teams.set(id, state);
    this.#names.set(nameOf(state), id);
  }

  #change(member: string, change: (ids: readonly string[]) => readonly string[]): void {
    const ids = change(this.of(member));
    if (ids.length === 0) this.#byMember.delete(member);
    else this.#byMember.set(member, Object.freeze(ids));
  }
}

const nameOf = ({ organisationId, name }: Team): string => `${organisationId} ${name}`;
