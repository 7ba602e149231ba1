import type { Caller } from '@assay/identity';

/** The kits that are being published, and a sentence about them for those who look for tools meanwhile. */
export class KitsUnderway {
  readonly #names = new Set<string>();
  #organisationId: string | null = null;

  /** `organisationId` is the organisation whose members see the kits. */
  begin(organisationId: string | null, names: Iterable<string>): void {
    this.#organisationId = organisationId;
    for (const it of names) this.#names.add(it);
  }

  end(name: string): void {
    this.#names.delete(name);
  }

  /** Empty once all are published, and for callers who would not see them. */
  notice({ organisationId }: Pick<Caller, 'organisationId'>): readonly string[] {
    if (this.#names.size === 0 || organisationId === null || organisationId !== this.#organisationId) return [];
    return [
      `Tools that ship are still being published (${[...this.#names].join(', ')}): search again in some seconds. "assay kits" shows how far they are.`,
    ];
  }
}
