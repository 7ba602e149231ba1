import type { RegistryServerView } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import { describeServer, nameHere, type RegistryServer, type ServerTool } from '@assay/importing';
import { type Catalogue, type ShowTrust, visibleVersions } from '@assay/registry';
import type { MirrorAddresses } from './mirror-addresses.js';

export interface DescribeServersPorts {
  readonly addresses: MirrorAddresses;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly trustOf: ShowTrust;
  /** What anybody may see. */
  readonly anonymous: Caller;
}

/** Servers as the registry API shows them, with what Assay knows of their tools. */
export class DescribeServers {
  constructor(private readonly ports: DescribeServersPorts) {}

  async run(servers: readonly RegistryServer[]): Promise<RegistryServerView[]> {
    const { addresses } = this.ports;
    await addresses.learn(servers.map(({ origin }) => origin));
    return servers.map((server) =>
      describeServer(server, {
        ...(server.origin !== null && { origin: addresses.of(server.origin) }),
        // What another registry lists under a name of ours has none of our tools' trust.
        tools: server.origin === null ? this.#toolsOf(server.name) : [],
      }),
    );
  }

  /** The tools that anybody may see of the Assay server of the same name, each by its newest version. */
  #toolsOf(name: string): ServerTool[] {
    const { catalogue, directory, trustOf, anonymous } = this.ports;
    return catalogue.toolsOn(nameHere(name)).flatMap((tool) => {
      const [newest] = visibleVersions(tool, anonymous, directory);
      if (newest === undefined) return [];
      const { score, confidence } = trustOf(newest, null);
      return {
        name: tool.id,
        version: newest.version,
        status: catalogue.revocations.of(newest) === undefined ? newest.status : 'REVOKED',
        stage: newest.stage,
        trust: { score: shown(score), confidence: shown(confidence) },
        quarantined: newest.quarantined !== null,
      };
    });
  }
}

/** Digits of a score that are shown: it decays with every millisecond, and nobody is served by seeing that. */
const shown = (share: number): number => Math.round(share * 10_000) / 10_000;
