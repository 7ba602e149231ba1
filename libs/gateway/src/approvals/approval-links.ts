import type { Caller, Directory } from '@assay/identity';
import { type AuditLog, type Clock, type Failure, fail, isoTime, ok, type Result, type Sealer } from '@assay/kernel';
import { type Approval, approvalDefaults } from './approval.js';
import type { ApprovalStore } from './approval-store.js';
import { maySee } from './may-decide.js';
import { recordApproval } from './record-approval.js';

export interface ApprovalLinksPorts {
  readonly sealer: Pick<Sealer, 'mac'>;
  readonly store: Pick<ApprovalStore, 'find' | 'useLink'>;
  readonly directory: Pick<Directory, 'accounts'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  /** The address of an approval's page. */
  readonly urlOf: (id: string) => string;
  /** The address of the page that opens a link. */
  readonly pageOf: (token: string) => string;
}

/** Whose link it is, to what, and since when. Times are milliseconds since the epoch. */
interface Link {
  readonly approval: string;
  readonly principalId: string;
  readonly issuedAt: number;
}

/**
 * Links for messages outside the application. A link leads one person, once, to the page of one approval. It signs nobody
 * in and decides nothing: a person who forwards it gives nothing away.
 */
export class ApprovalLinks {
  readonly #ports: ApprovalLinksPorts;

  constructor(ports: ApprovalLinksPorts) {
    this.#ports = ports;
  }

  /** Undefined for principals without an account: they cannot sign in. */
  linkFor({ id }: Pick<Approval, 'id'>, principalId: string): string | undefined {
    const { directory, clock, pageOf } = this.#ports;
    if (directory.accounts.of(principalId) === undefined) return undefined;
    const link = { approval: id, principalId, issuedAt: clock.now() };
    return pageOf([...partsOf(link), this.#signature(link)].join('.'));
  }

  /** Uses the link up, and answers with the approval it leads to. */
  async open(caller: Caller, token: string): Promise<Result<Approval, Failure>> {
    const { store, clock, audit, urlOf } = this.#ports;
    if (caller.session === undefined)
      return fail('session_required', 'The link leads to a page of the console: open it in a browser and sign in.');
    const link = this.#read(token);
    if (link === undefined) return fail('not_found', 'This link is not valid: open the whole link of the message.');
    if (link.principalId !== caller.principalId)
      return fail('forbidden', 'This link was sent to somebody else: sign in as that person, or use your own link.');
    const now = clock.now();
    if (link.issuedAt + linkValidMs <= now)
      return fail(
        'not_found',
        `This link expired at ${isoTime(link.issuedAt + linkValidMs)}: what waits for you is in your inbox.`,
      );
    const approval = await store.find(link.approval);
    if (approval === undefined || !maySee(caller, approval))
      return fail('not_found', 'The approval of this link does not exist, or no longer concerns you.');
    if (!(await store.useLink(approval.id, caller.principalId, link.issuedAt, now)))
      return fail('conflict', `This link was opened before, and works once. The approval is at ${urlOf(approval.id)}.`);
    await recordApproval(audit, caller, 'approval.open-link', approval, {});
    return ok(approval);
  }

  #read(token: string): Link | undefined {
    const [approval, principalId, issued, signature, ...others] = token.split('.');
    if (signature === undefined || others.length > 0) return undefined;
    const link = {
      approval: withDashes(approval ?? ''),
      principalId: withDashes(principalId ?? ''),
      issuedAt: Number.parseInt(issued ?? '', 36),
    };
    // Digests of both are compared, so that the time it takes says nothing about the signature.
    const { sealer } = this.#ports;
    return sealer.mac(signature) === sealer.mac(this.#signature(link)) ? link : undefined;
  }

  #signature = (link: Link): string => this.#ports.sealer.mac(`approval link ${partsOf(link).join('.')}`);
}

/** How long a link leads anywhere: as long as a call waits. */
const linkValidMs = approvalDefaults.expiresAfterMs;

const partsOf = ({ approval, principalId, issuedAt }: Link): readonly string[] => [
  approval.replaceAll('-', ''),
  principalId.replaceAll('-', ''),
  issuedAt.toString(36),
];

/** A UUID of its digits. */
const withDashes = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
