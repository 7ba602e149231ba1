import type { Authenticate, Directory } from '@assay/identity';
import { type Publisher, publisherOfCaller, publisherOfToken, type RegistryTokens } from '@assay/importing';
import { type Failure, fail, ok, type Result } from '@assay/kernel';

export interface RegistryPublishersPorts {
  readonly tokens: Pick<RegistryTokens, 'verify'>;
  readonly authenticate: Pick<Authenticate, 'run'>;
  readonly directory: Directory;
}

/** Who publishes through the registry API: by a registry token, or by whatever Assay itself takes. */
export class RegistryPublishers {
  constructor(private readonly ports: RegistryPublishersPorts) {}

  async of(authorization: string | undefined, address: string): Promise<Result<Publisher, Failure>> {
    const { tokens, authenticate, directory } = this.ports;
    const token = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined)
      return fail('unauthenticated', "Invalid Authorization header format. Expected 'Bearer <token>'");
    const claims = await tokens.verify(token);
    if (claims !== undefined) return ok(publisherOfToken(claims.method, claims.subject, claims.permissions));
    const caller = await authenticate.run(authorization, address);
    if (caller.ok) return publisherOfCaller(directory, caller.value);
    return caller.error.code === 'unauthenticated'
      ? fail('unauthenticated', 'Invalid or expired Registry JWT token')
      : caller;
  }
}
