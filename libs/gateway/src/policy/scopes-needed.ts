import type { Caller, Directory } from '@assay/identity';
import { splitReference } from '@assay/kernel';
import { type Catalogue, resolveVersion, visibleVersions } from '@assay/registry';
import { revokedRules } from '../alternatives.js';
import { whyNotCall } from './may-call.js';

/** Which scopes a call needs beside `tools:call`, before it is made. */
export class ScopesNeeded {
  readonly #catalogue: Catalogue;
  readonly #directory: Directory;

  constructor(catalogue: Catalogue, directory: Directory) {
    this.#catalogue = catalogue;
    this.#directory = directory;
  }

  /**
   * The scopes that the referenced tool (`ns/tool@range`) asks for: none when the caller may call a version of the range
   * as it is, otherwise those of the newest version it sees. Nothing is said about a tool that the caller does not see.
   */
  of(caller: Caller, reference: string): readonly string[] {
    const [name, range] = splitReference(reference);
    const tool = this.#catalogue.tool(name);
    if (tool === undefined) return [];
    const visible = visibleVersions(tool, caller, this.#directory);
    const revoked = revokedRules(caller, this.#catalogue, this.#directory);
    if (resolveVersion(name, visible, range, whyNotCall(caller, this.#directory), revoked).ok) return [];
    const newest = resolveVersion(name, visible, range, () => null, revoked);
    return newest.ok ? (newest.value.version.manifest.auth?.scopes ?? []) : [];
  }
}
