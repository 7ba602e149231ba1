import { GuardedOAuthClient, IssuerSignIn, JwtVerifier, PublishedDomainRecords } from '@assay/authentication';
import { routes } from '@assay/contracts';
import { EgressGuard, guardedDispatcher, guardedFetch, HttpRegistrySource, HttpWebhookSender } from '@assay/transports';
import { Global, Module } from '@nestjs/common';
import { version } from '../../version.js';
import { OpenAdapters } from '../open-adapters.js';
import {
  CLIENT_DOCUMENTS,
  CLOCK,
  CONFIG,
  DOMAIN_RECORDS,
  ISSUER_SIGN_IN,
  LOG,
  OAUTH_CLIENT,
  OWN_SERVICES,
  PEOPLE_URL,
  REGISTRY_SOURCE,
  TOKEN_VERIFIER,
  WEBHOOK_SENDER,
} from '../ports.js';
import { provide } from '../provide.js';
import { openIssuer } from './issuer.js';

/** What is read at a domain for its proof: a few lines. */
const proofBytesCap = 4_096;
const proofConnectWithinMs = 5_000;
/** Largest answer of an OAuth issuer: documents and tokens of a few kilobytes. */
const issuerBytesCap = 256 * 1_024;
const issuerConnectWithinMs = 5_000;

/** Largest description, or key set, of an OAuth client. */
const documentBytesCap = 64 * 1_024;

const guarded = { config: CONFIG, clock: CLOCK, guard: EgressGuard, adapters: OpenAdapters };

const providers = [
  provide(
    EgressGuard,
    { config: CONFIG, except: OWN_SERVICES },
    ({ config, except }) => new EgressGuard({ allow: config.egressAllow, loopback: isLoopback(config.host), except }),
  ),
  provide(REGISTRY_SOURCE, guarded, ({ config, clock, guard, adapters }) => {
    const source = new HttpRegistrySource({ guard, clock, maxBytes: config.resultCapBytes });
    return adapters.add('registry connections', source, (it) => it.close());
  }),
  provide(WEBHOOK_SENDER, guarded, ({ clock, guard, adapters }) => {
    const sender = new HttpWebhookSender({ guard, clock, userAgent: `assay/${version}` });
    return adapters.add('webhook connections', sender, (it) => it.close());
  }),
  provide(DOMAIN_RECORDS, guarded, ({ config, guard, adapters }) => {
    const dispatcher = guardedDispatcher(guard, { connectTimeoutMs: proofConnectWithinMs });
    adapters.add('connections to domains', dispatcher, (it) => it.close());
    return new PublishedDomainRecords({
      fetch: guardedFetch(dispatcher, proofBytesCap),
      dnsServers: config.dnsServers,
    });
  }),
  provide(OAUTH_CLIENT, guarded, ({ clock, guard, adapters }) => {
    const dispatcher = guardedDispatcher(guard, { connectTimeoutMs: issuerConnectWithinMs });
    adapters.add('connections to issuers', dispatcher, (it) => it.close());
    return new GuardedOAuthClient({ fetch: guardedFetch(dispatcher, issuerBytesCap), clock });
  }),
  provide(
    CLIENT_DOCUMENTS,
    { config: CONFIG, except: OWN_SERVICES, adapters: OpenAdapters },
    ({ config, except, adapters }) => {
      // Anybody names an address here: loopback is reached only where the operator allows it.
      const guard = new EgressGuard({ allow: config.egressAllow, loopback: false, except });
      const dispatcher = guardedDispatcher(guard, { connectTimeoutMs: issuerConnectWithinMs });
      adapters.add('connections to documents of clients', dispatcher, (it) => it.close());
      return guardedFetch(dispatcher, documentBytesCap);
    },
  ),
  provide(
    TOKEN_VERIFIER,
    { config: CONFIG, except: OWN_SERVICES, adapters: OpenAdapters },
    ({ config, except, adapters }) => {
      const issuer = adapters.add(
        'connections to the issuer of tokens',
        openIssuer(config.oidc?.issuer, config, except),
        (it) => it.close(),
      );
      return config.oidc && new JwtVerifier(config.oidc.issuer, config.oidc.audience, issuer.fetch);
    },
  ),
  provide(
    ISSUER_SIGN_IN,
    { config: CONFIG, except: OWN_SERVICES, adapters: OpenAdapters, log: LOG, peopleUrl: PEOPLE_URL },
    ({ config, except, adapters, log, peopleUrl }) => {
      if (config.signIn === null) return null;
      const { issuer, clientId, clientSecret, scopes } = config.signIn;
      const access = adapters.add('connections to the sign-in issuer', openIssuer(issuer, config, except), (it) =>
        it.close(),
      );
      return new IssuerSignIn({
        ...{ issuer, clientId, clientSecret, scopes, fetch: access.fetch },
        redirectUri: () => `${peopleUrl()}${routes.completeIssuerSignIn.path}`,
        onProblem: (reason) => log.warn({ reason }, 'A sign-in at the issuer failed'),
      });
    },
  ),
];

/** Every way out of the server but calls of tools, each behind the guard. */
@Global()
@Module({ providers, exports: providers })
export class EgressModule {}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');
