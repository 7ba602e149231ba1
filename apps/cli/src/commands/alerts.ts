import type { AlertView, RaiseAlert } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { revocationTarget } from '../input/options.js';
import { addList } from '../route-commands.js';

interface RaiseOptions {
  readonly severity: RaiseAlert['severity'];
  readonly reason: string;
  readonly evidence?: string;
}

async function raise(context: Context<RaiseOptions>, target: string) {
  const { severity, reason, evidence } = context.options;
  const body = { target, severity, reason, ...(evidence ? { evidenceUrl: evidence } : {}) };
  const alert = await (await context.assay()).alerts.raise(body, context.request);
  return outcome<AlertView>({
    data: alert,
    text: (data, page) =>
      data.outcome === 'revoke'
        ? `${page.bad('Revoked')}: ${data.target}, immediately and on every replica. Its users are notified.`
        : `Raised: ${data.target} has findings for an administrator to decide on.`,
    notes: (data) =>
      data.outcome === 'revoke' && data.revocation !== null
        ? [`Lift it with: assay revocations lift ${data.revocation} --reason "…"`]
        : ['List them with: assay findings'],
  });
}

export function addAlertCommands(program: Command, host: Host): void {
  const group = program.command('alerts').description('Security alerts against tools');
  addList(group, host, {
    route: 'listAlerts',
    description: "List your organisation's, newest first",
    examples: ['alerts list'],
    isDefault: true,
    layout: {
      headings: ['ID', 'SEVERITY', 'WHAT', 'RAISED', 'BY', 'THEN', 'WHY'],
      row: ({ id, severity, target, raisedAt, raisedBy, organisation, outcome: then, reason }) => [
        id,
        severity,
        target,
        raisedAt,
        `${raisedBy} of ${organisation}`,
        then === 'revoke' ? 'revoked' : 'findings',
        reason,
      ],
      empty: 'No alerts. Raise one with: assay alerts raise <ns/tool> --severity high --reason <why>',
    },
  });
  add(group, 'raise', 'Raise an alert: critical ones revoke immediately, others become findings', [
    "alerts raise acme/orders.create@^1 --severity high --reason 'It logs card numbers'",
    "alerts raise acme/orders.create --severity critical --reason 'CVE-2026-1' --evidence https://cve.example/2026-1",
  ])
    .argument(
      '<target>',
      'namespace/tool or namespace/tool@range; namespace/* for critical alerts only',
      revocationTarget,
    )
    .addOption(
      new Option('--severity <severity>', 'severity of the alert')
        .choices(['medium', 'high', 'critical'])
        .makeOptionMandatory(),
    )
    .requiredOption('--reason <why>', 'shown to everyone who can see the tool')
    .option('--evidence <url>', 'URL of the advisory')
    .action(host.does(raise));
}
