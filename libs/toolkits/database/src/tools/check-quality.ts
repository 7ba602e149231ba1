import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { checkRule } from '../quality/check-rule.js';
import { ruleSchema } from '../quality/rules.js';
import { qualified, tableNamed } from '../schema/schema.js';
import { databaseTool } from './database-tool.js';
import { databaseField, reads } from './fields.js';

const finding = z.object({
  rule: z.string(),
  passed: z.boolean(),
  measured: z.number().nullable().describe('A rate, a count, a divergence in nats, or an age in hours'),
  note: z.string(),
});

export const checkQuality = databaseTool({
  name: 'check_quality',
  title: 'Check the quality of a table',
  description:
    'Check rules on a table: completeness (null rate), uniqueness, references that resolve, distribution against a baseline, freshness. The score is the share of rules that pass; without rules there is none.',
  annotations: { ...reads, idempotentHint: false },
  input: z.strictObject({
    database: databaseField,
    table: z.string().min(1).max(200),
    rules: z.array(ruleSchema).max(50),
  }),
  output: z.object({
    table: z.string(),
    score: z.number().min(0).max(1).nullable().describe('Rules that pass ÷ rules; null without rules'),
    findings: z.array(finding),
  }),
  async run({ database, table: named, rules }, { databases, signal }) {
    const source = await databases.source(database);
    const schema = await databases.schema(database, signal);
    const table = tableNamed(schema, named);
    if (table === undefined) throw new Refusal(`There is no table "${named}". Use describe to see which there are.`);
    const findings: z.output<typeof finding>[] = [];
    for (const rule of rules)
      findings.push({
        rule: rule.rule,
        ...(await checkRule({ source, schema, table, now: Date.now() }, rule, signal)),
      });
    const score = findings.length === 0 ? null : findings.filter((it) => it.passed).length / findings.length;
    const lines = findings.map((it) => `${it.passed ? 'pass' : 'FAIL'} ${it.rule}: ${it.note}`);
    return {
      structured: { table: qualified(table), score, findings },
      text: [`score ${score === null ? 'undefined: no rules' : score}`, ...lines].join('\n'),
    };
  },
});
