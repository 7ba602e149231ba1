import { z } from 'zod';
import { localNameSchema } from './names.js';
import { previousVersionSchema } from './previous-version.js';

/** Languages that tools are made in. */
export const madeLanguages = ['javascript', 'typescript', 'python'] as const;

const jsonSchema = z.record(z.string(), z.unknown());

/** Functions of the host that code may call: `await host.files.read(path)`. */
export const hostFunctions = ['files.read', 'files.list', 'env.get', 'http.get', 'http.send'] as const;
export type HostFunction = (typeof hostFunctions)[number];

const places = (what: string) => z.array(z.string().min(1).max(400)).max(20).optional().describe(what);

/** What code may reach through the functions of the host. */
export const hostAccessSchema = z.strictObject({
  folders: places('Absolute paths of folders, each on or below one of ASSAY_CODE_FOLDERS'),
  variables: places('Names of variables of ASSAY_CODE_VARIABLES'),
  hosts: places('`host` or `host:port`, each covered by ASSAY_CODE_HOSTS'),
});
export type HostAccess = z.infer<typeof hostAccessSchema>;

/** An answer of the host in a test: the validation of a tool reaches nothing. */
export const hostAnswerSchema = z
  .strictObject({
    call: z.enum(hostFunctions),
    argument: z.unknown().describe('What the code passes, compared as JSON'),
    value: z.unknown().optional(),
    error: z.string().min(1).max(400).optional(),
  })
  .refine((answer) => (answer.error === undefined) !== (answer.value === undefined), {
    message: 'give either value or error',
    path: ['value'],
  });
export type ScriptedAnswer = z.infer<typeof hostAnswerSchema>;

const tierSchema = z.object({
  granted: z.int().describe('0 compute, 1 files and variables, 2 hosts on the list, 3 what each call names'),
  why: z.string(),
  functions: z.array(z.enum(hostFunctions)).optional().describe('Functions of the host that the code uses'),
});

export const madeToolTestSchema = z
  .strictObject({
    name: z.string().min(1).max(200),
    input: z.record(z.string(), z.unknown()),
    output: z.unknown().optional(),
    throws: z.string().min(1).max(400).optional().describe('Part of the message of the error it throws instead'),
    answers: z
      .array(hostAnswerSchema)
      .max(20)
      .optional()
      .describe('What the functions of the host answer in this test'),
  })
  .refine((test) => (test.throws === undefined) !== (test.output === undefined), {
    message: 'give either output or throws',
    path: ['output'],
  });

/** A tool as its maker writes it. */
export const toolTemplateSchema = z.strictObject({
  name: localNameSchema.describe('Local name, without a namespace'),
  description: z.string().min(10).max(2_000),
  inputSchema: jsonSchema,
  outputSchema: jsonSchema,
  language: z.enum(madeLanguages),
  code: z
    .string()
    .min(1)
    .max(100_000)
    .describe(
      'A module whose default export (Python: `run`) is a function of the input that returns the output; it may be async',
    ),
  dependencies: z.array(z.string()).max(20).optional().describe('Names from the allow-list of the installation'),
  tests: z.array(madeToolTestSchema).min(3).max(50),
  limits: z
    .strictObject({
      cpuMs: z.int().min(10).max(5_000).optional(),
      memoryMb: z.int().min(8).max(256).optional(),
      timeoutMs: z.int().min(50).max(10_000).optional(),
    })
    .optional()
    .describe('Of one call; defaults 1,000 ms CPU, 64 MB, 5,000 ms'),
  access: hostAccessSchema.optional().describe('What its code reads or calls, from the lists of the installation'),
  tier: z
    .int()
    .min(0)
    .max(3)
    .optional()
    .describe('The highest tier it may need; refused when its code needs more. Absent: what its code needs'),
  session: z.string().min(1).max(200).optional().describe('The session it is made in'),
});
export type ToolTemplate = z.infer<typeof toolTemplateSchema>;

export const madeToolFindingSchema = z.object({
  rule: z.string(),
  severity: z.enum(['critical', 'warning']),
  message: z.string(),
  line: z.int().optional(),
});
export type MadeToolFinding = z.infer<typeof madeToolFindingSchema>;

const partSchema = z.object({ score: z.number(), passed: z.int(), total: z.int() });

/** What the validation of a made tool found; a person can read it. */
export const madeToolReportSchema = z.object({
  score: z.number().describe('0.3 static + 0.3 tests + 0.2 fuzzing + 0.2 conformance; at least 0.8 is needed'),
  tier: tierSchema,
  static: z.object({ score: z.number(), findings: z.array(madeToolFindingSchema) }),
  tests: partSchema.extend({ failures: z.array(z.object({ name: z.string(), message: z.string() })) }),
  fuzzing: partSchema.extend({
    failures: z
      .array(z.object({ input: z.unknown(), message: z.string(), isCrash: z.boolean() }))
      .describe('The smallest input found for each kind of failure'),
  }),
  conformance: partSchema.extend({ failures: z.array(z.object({ input: z.unknown(), message: z.string() })) }),
  isDeterministic: z.boolean(),
});
export type MadeToolReport = z.infer<typeof madeToolReportSchema>;

export const madeToolStatuses = ['ephemeral', 'promoted', 'denied', 'expired'] as const;
export const madeToolSchema = z.object({
  id: z.uuid(),
  status: z.enum(madeToolStatuses),
  tool: z.string().describe('Its name in the registry, visible to its maker only until it is promoted'),
  version: z.string(),
  tier: z.int(),
  score: z.number(),
  report: madeToolReportSchema,
  template: toolTemplateSchema,
  previous: previousVersionSchema.optional().describe('Absent for a first version'),
  isolation: z.enum(['isolated', 'none']),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  uses: z
    .object({ sessions: z.int(), inputs: z.int(), spanHours: z.number() })
    .describe('Successful calls: in how many sessions, with how many different inputs, over which time'),
  decision: z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string().nullable() }).nullable(),
  promotedAs: z.string().nullable(),
});
export type MadeToolView = z.infer<typeof madeToolSchema>;

/** A tool that a configured model writes. */
export const describeToolSchema = z.strictObject({
  description: z.string().min(10).max(2_000).describe('What the tool has to do'),
  gap: z.string().min(1).max(100).optional().describe('The id of a gap: its evidence is shown to the model'),
  name: localNameSchema.optional().describe("Local name; the model's choice when absent"),
  language: z.enum(madeLanguages).optional().describe('Language of the code; javascript when absent'),
  session: z.string().min(1).max(200).optional(),
});
export type DescribeTool = z.infer<typeof describeToolSchema>;

/** A made tool as the files of a package. */
export const exportedToolSchema = z.object({
  name: z.string().describe('Of the package'),
  version: z.string(),
  files: z.array(z.object({ path: z.string(), text: z.string() })),
});
export type ExportedTool = z.infer<typeof exportedToolSchema>;

export const promoteMadeToolSchema = z.strictObject({
  decision: z.enum(['approve', 'deny']),
  name: z
    .string()
    .regex(/^[a-z0-9.-]+\/[A-Za-z0-9_.-]+$/)
    .optional()
    .describe('ns/tool to publish it as; needed to approve'),
  reason: z.string().max(2_000).optional(),
});
export type PromoteMadeTool = z.infer<typeof promoteMadeToolSchema>;
