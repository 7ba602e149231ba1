import type { RegistryTokenAnswer } from '@assay/contracts';
import type { DomainProof, ProofMethod, ProvenDomain } from '@assay/identity';
import { err, type Failure, fail, ok, type Result } from '@assay/kernel';
import type { RegistryPermission } from './publisher.js';

/** Validity of a registry token, in seconds. */
export const registryTokenSeconds = 300;

export interface RegistryClaims {
  /** How its bearer logged in: `dns`, `http`, `oidc`. */
  readonly method: string;
  /** Its subject: a domain, or a principal's id. */
  readonly subject: string;
  readonly permissions: readonly RegistryPermission[];
}

/** Short-lived tokens signed with the registry's own key. */
export interface RegistryTokens {
  issue(claims: RegistryClaims): Promise<RegistryTokenAnswer>;
  /** Undefined for a token that is foreign, modified or expired. */
  verify(token: string): Promise<RegistryClaims | undefined>;
}

interface LoginPorts {
  readonly tokens: RegistryTokens;
  readonly domains: { run(method: ProofMethod, proof: DomainProof): Promise<Result<ProvenDomain, Failure>> };
}

/** Exchanges a proof for a registry token. */
export class LogIntoRegistry {
  constructor(private readonly ports: LoginPorts) {}

  /** Proof of a domain: the token publishes under its namespace, by DNS also under those below it. */
  async domain(method: ProofMethod, proof: DomainProof): Promise<Result<RegistryTokenAnswer, Failure>> {
    const proven = await this.ports.domains.run(method, proof);
    if (!proven.ok) return err(asAsked(proven.error));
    const { domain, namespaces } = proven.value;
    const resources = namespaces.map((name) => (name.endsWith('.*') ? name : `${name}/*`));
    return ok(await this.ports.tokens.issue({ method, subject: domain, permissions: both(resources) }));
  }

  /** The namespaces of a known principal, authenticated by a token of the configured issuer or a key. */
  async resources(
    method: string,
    subject: string,
    resources: readonly string[],
  ): Promise<Result<RegistryTokenAnswer, Failure>> {
    if (resources.length === 0)
      return fail('forbidden', 'You own no namespace yet: claim one with POST /v1/namespaces, then log in again.');
    return ok(await this.ports.tokens.issue({ method, subject, permissions: both(resources) }));
  }
}

/** An invalid proof means a failed login here; pointers use this exchange's names. */
function asAsked(failure: Failure): Failure {
  const named = (text: string): string => text.replace('signedTimestamp', 'signed_timestamp');
  return {
    ...failure,
    code: failure.code === 'forbidden' ? 'unauthenticated' : failure.code,
    message: named(failure.message),
    ...(failure.issues && { issues: failure.issues.map((it) => ({ ...it, path: named(it.path) })) }),
  };
}

const both = (resources: readonly string[]): RegistryPermission[] =>
  resources.flatMap((resource) => [
    { action: 'publish', resource },
    { action: 'edit', resource },
  ]);
