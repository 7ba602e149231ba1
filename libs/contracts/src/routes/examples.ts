import type { RouteName } from '../routes.js';

/** What a request sends and what it is answered with, as on a new server. */
export interface RouteExample {
  readonly body: unknown;
  /** Of the successful answer; absent where it has little beside what was sent. */
  readonly answer?: unknown;
}

const plan = {
  steps: [
    { id: 'sum', tool: 'assay/data.calculate', arguments: { expression: '6 * 7' } },
    { id: 'mark', tool: 'assay/data.hash', arguments: { text: '$ref:sum.exact' } },
  ],
  output_steps: ['mark'],
};

const ready = {
  name: 'demo/ready',
  version: '1.0.0',
  description: 'Reports whether an Assay server is ready to take requests',
  protocol: 'http',
  endpoint: { url: 'http://127.0.0.1:3000/readyz', method: 'GET' },
  inputSchema: { type: 'object', additionalProperties: false },
  annotations: { readOnlyHint: true },
};

/** Examples by route, in an order in which they can be sent to a new server; a test sends them. */
export const routeExamples = Object.freeze({
  discover: {
    body: { query: 'compute an arithmetic expression', limit: 1, detail: 'names' },
    answer: {
      discoveryId: '01a20be3-ae20-7861-ad94-f1cfdd1304b8',
      parsed: {
        query: 'compute an arithmetic expression',
        capabilities: [],
        constraints: { minTrust: 0.5 },
        terms: ['compute', 'arithmetic', 'expression'],
        fromText: [],
      },
      totalCandidates: 4,
      totalFiltered: 4,
      tookMs: 2.1,
      match: { confidence: 0.59, good: true },
      results: [
        {
          tool: 'assay/data.calculate',
          version: '1.0.0',
          score: 0.63,
          trustView: 'inside',
          stage: 'SANDBOX',
          parts: { trust: 0.455, relevance: 1, latency: 0.5, cost: 0.5 },
          why: ['matches 3 of 3 words: compute, arithmetic, expression', 'endorsed for your organisation'],
          callable: 'yes',
        },
      ],
      excluded: [{ tool: 'assay/data.query', why: 'below the relevance threshold (0.128 < 0.236)' }],
      tokens: { used: 103, shortened: 0, dropped: 0 },
    },
  },
  invoke: {
    body: { tool: 'assay/data.calculate@^1', arguments: { expression: '6 * 7' } },
    answer: {
      id: '01a20be3-aed0-760a-932d-1a67e7d209e3',
      status: 'succeeded',
      output: { value: 42, exact: '42' },
      validation: { outcome: 'valid', issues: [] },
      tool: 'assay/data.calculate',
      version: '1.0.0',
      level: 1,
      confidence: 1,
      attempted: [{ tool: 'assay/data.calculate', version: '1.0.0', outcome: 'succeeded', reason: 'ok', ms: 4.2 }],
      provenance: null,
      receipt: null,
      trace: [{ stage: 'call', ms: 4.2 }],
      warnings: [],
    },
  },
  checkPlan: { body: { plan } },
  executePlan: {
    body: { plan },
    answer: {
      id: '01a20be3-b0f6-7bdd-8ce8-f505288c5912',
      notation: 'plan',
      status: 'succeeded',
      outputs: {
        mark: {
          status: 'succeeded',
          output: {
            digest: '73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049',
            algorithm: 'sha256',
            bytes: 2,
          },
        },
      },
      warnings: [],
      steps: [
        { index: 0, id: 'sum', tool: 'assay/data.calculate', status: 'succeeded', ms: 5 },
        { index: 1, id: 'mark', tool: 'assay/data.hash', status: 'succeeded', ms: 3 },
      ],
      traceId: '103e5736d6e2c97b15f6ae7f0bb70ccf',
      startedAt: '2026-11-24T04:50:01.078Z',
      endedAt: '2026-11-24T04:50:01.092Z',
    },
  },
  runCode: {
    body: {
      code: 'const { value } = await tools["assay/data.calculate@^1"]({ expression: input.expression });\nreturn value;',
      input: { expression: '6 * 7' },
    },
  },
  makeTool: {
    body: {
      name: 'double',
      description: 'Doubles a whole number',
      language: 'javascript',
      inputSchema: { type: 'object', properties: { n: { type: 'integer', minimum: 0, maximum: 9 } }, required: ['n'] },
      outputSchema: { type: 'object', properties: { twice: { type: 'integer' } }, required: ['twice'] },
      code: 'export default ({ n }) => ({ twice: n * 2 });',
      tests: [0, 1, 2].map((n) => ({ name: `double of ${n}`, input: { n }, output: { twice: n * 2 } })),
    },
  },
  codeTypes: { body: { tools: ['assay/data.calculate'], tokenBudget: 500 } },
  createNamespace: { body: { name: 'demo' } },
  checkTool: { body: ready },
  publishTool: { body: ready },
  createKey: {
    body: { principal: { kind: 'agent', name: 'planner' }, scopes: ['registry:read', 'tools:call'] },
  },
  createEndorsement: { body: { tool: 'demo/ready', organisation: 'default' } },
  createToolset: {
    body: { name: 'desk', tools: [{ tool: 'assay/data.calculate@^1', as: 'calculate' }], enables: ['search_tools'] },
  },
} as const satisfies Partial<Record<RouteName, RouteExample>>);
