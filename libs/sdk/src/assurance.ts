import type { Attest, AttestationView, ChangeStage, StageView, VerificationView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';
import { splitName } from './tool-name.js';

const pathOf = (name: string) => {
  const { ns, name: tool } = splitName(name);
  return { ns, tool };
};

/** Whether tools do what they say, and what they may do therefore. Tools are named `namespace/tool`. */
export class Assurance {
  constructor(private readonly connection: Connection) {}

  /** Starts a verification of a version, or of the one that represents the tool; `verification` shows its progress. */
  verify(tool: string, version?: string, options?: RequestOptions): Promise<VerificationView> {
    return this.connection.request('verifyTool', { path: pathOf(tool), query: { version } }, options);
  }

  verification(id: string, options?: RequestOptions): Promise<VerificationView> {
    return this.connection.request('showVerification', { path: { id } }, options);
  }

  /** Newest first: of a tool, or of all in your namespaces. */
  verifications(query: ListQuery<'listVerifications'> = {}, options?: RequestOptions): PagedList<VerificationView> {
    return listing(this.connection, 'listVerifications', { query }, options);
  }

  /** The stage of a version, what the next one needs, and how it came there. */
  stage(tool: string, version: string, options?: RequestOptions): Promise<StageView> {
    return this.connection.request('showStage', { path: { ...pathOf(tool), version } }, options);
  }

  /** Promotes or demotes a version: owners when the requirements are met, administrators of the registry with a reason. */
  changeStage(tool: string, version: string, change: ChangeStage, options?: RequestOptions): Promise<StageView> {
    return this.connection.request('changeStage', { path: { ...pathOf(tool), version }, body: change }, options);
  }

  /** Attests an audit of a version, or who its provider is. */
  attest(tool: string, version: string, body: Attest, options?: RequestOptions): Promise<AttestationView> {
    return this.connection.request('attest', { path: { ...pathOf(tool), version }, body }, options);
  }

  /** Withdraws what was attested; the record of it stays, and the version's stage follows. */
  withdrawAttestation(
    tool: string,
    version: string,
    id: string,
    reason: string,
    options?: RequestOptions,
  ): Promise<AttestationView> {
    return this.connection.request(
      'withdrawAttestation',
      { path: { ...pathOf(tool), version, id }, body: { reason } },
      options,
    );
  }

  /** What was attested of a version, newest first. */
  attestations(
    tool: string,
    version: string,
    query: ListQuery<'listAttestations'> = {},
    options?: RequestOptions,
  ): PagedList<AttestationView> {
    return listing(this.connection, 'listAttestations', { path: { ...pathOf(tool), version }, query }, options);
  }
}
