/** What the benchmark is made of. A piece takes `{data, hasData, endsAt, agentos?}` and resolves to rows. */

import { withAssay } from './assay/installation.mjs';
import { generatedManifests, realManifests } from './assay/manifests.mjs';
import { importReferenceServer } from './assay/reference-server.mjs';
import { measureAudit } from './audit.mjs';
import { run as runComparison } from './compatibility.mjs';
import { measureCompositions } from './composition/run.mjs';
import { run as runDiscovery } from './discovery/bench-search.mjs';
import { run as runLearning } from './discovery/learning.mjs';
import { run as runLearningCurve } from './discovery/learning-curve.mjs';
import { measureGateway } from './gateway/run.mjs';
import { measureLimits } from './limits.mjs';
import { measureTokens } from './mcp/journeys.mjs';
import { measureAddresses } from './peers/addresses.mjs';
import { run as runPeers } from './peers/run.mjs';
import { measurePolicies } from './policies.mjs';
import { claimNamespace, measurePublishing, publishAll } from './publish.mjs';
import { measureRegistry } from './registry.mjs';
import { measureSearch } from './search-http.mjs';
import { withTarget } from './targets.mjs';
import { measureTrust } from './trust/run.mjs';

const published = 3_000;
const searched = 5_000;

const manifestsOf = ({ data, hasData }, count) => (hasData ? realManifests(data, count) : generatedManifests(count));

const publish = (context) =>
  withAssay(async (assay) => {
    await claimNamespace(assay);
    return measurePublishing(assay, manifestsOf(context, published + 300));
  });

/** Some real tools break the rules of publishing: others take their places. */
async function publishExactly(assay, manifests, count) {
  const rest = [...manifests];
  for (let missing = count; missing > 0; ) {
    const offered = rest.splice(0, missing);
    if (offered.length === 0) throw new Error(`Only ${count - missing} of ${count} tools could be published.`);
    missing -= (await publishAll(assay, offered, 16)).published.length;
  }
}

/** Real tools and real questions, or nothing: made-up ones would say nothing about search. */
async function searchHttp({ data, hasData }) {
  if (!hasData) return [];
  return withAssay(async (assay) => {
    await claimNamespace(assay);
    await publishExactly(assay, realManifests(data, searched + 1_000), searched);
    return measureSearch(assay, data, searched);
  });
}

/** The gateway beside others that stand before the same server. */
const peers = ({ endsAt }) =>
  withAssay(async (assay) => {
    const reference = await importReferenceServer(assay);
    try {
      const budgetMs = Math.min(285_000, endsAt - performance.now() - 30_000);
      const rows = await runPeers({ assay: { ...assay, ...reference }, budgetMs, prints: false });
      return rows.map(withTarget);
    } finally {
      await reference.stop();
    }
  });

const discovery = ({ data, hasData, endsAt }) => (hasData ? runDiscovery({ data, endsAt }) : []);

const registry = ({ data }) => measureRegistry(data);

export const pieces = {
  publish: { title: 'Publishing to embedded PostgreSQL', run: publish },
  'search-http': { title: 'Searching over HTTP', run: searchHttp },
  registry: { title: 'The official MCP Registry API over HTTP', run: registry },
  trust: { title: 'Trust', run: measureTrust },
  peers: { title: 'Calling a tool: the echo of the reference server', run: peers },
  addresses: { title: 'Toolsets and servers beside call_tool and a peer', run: () => measureAddresses() },
  gateway: { title: 'The gateway’s stages, slow calls and sick tools', run: () => withAssay(measureGateway) },
  composition: { title: 'Compositions', run: measureCompositions },
  tokens: { title: 'Tokens of the ten commonest journeys of an agent over MCP', run: measureTokens },
  limits: { title: 'Limits', run: measureLimits },
  policies: { title: 'Policies', run: measurePolicies },
  audit: { title: 'The audit log', run: () => measureAudit() },
  comparison: { title: 'Comparing schemas', run: runComparison },
  discovery: { title: 'The search index', run: discovery },
  learning: {
    title: 'Learning from what worked',
    run: async ({ data }) => [...(await runLearning({ data })), ...(await runLearningCurve({ data }))],
  },
};

/** The pieces of these names, all of them when none is named. Throws on a name there is not. */
export function choose(names = Object.keys(pieces)) {
  const unknown = names.filter((name) => !Object.hasOwn(pieces, name));
  if (unknown.length > 0) throw new Error(`There is no benchmark "${unknown.join('", "')}".`);
  return names.map((name) => pieces[name]);
}
