import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Assay, AttestationKind, AttestationView, ChangeStage, StageView, VerificationView } from '@assay/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { exactVersion } from '../input/exact-version.js';
import { cursorOption, limitOption, type PageOptions, qualifiedName, toolReference } from '../input/options.js';
import { readBytes } from '../input/read-bytes.js';
import { listOutcome } from '../output/list.js';
import type { Page } from '../output/page.js';
import { during } from '../output/progress.js';
import { stageText, verificationText } from '../output/verification.js';
import { addList, addShow } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

const betweenLooksMs = 300;

/** Looks until it has ended. */
async function ended(assay: Assay, begun: VerificationView, request: { readonly signal: AbortSignal }) {
  for (;;) {
    const now = await assay.assurance.verification(begun.id, request);
    if (now.state === 'done') return now;
    await pause(betweenLooksMs, undefined, request);
  }
}

async function verify(context: Context<{ readonly wait: boolean }>, reference: string) {
  const assay = await context.assay();
  const { tool, version } = await exactVersion(assay, reference, context.request);
  const begun = await assay.assurance.verify(tool, version, context.request);
  const found = context.options.wait
    ? await during(context, `Verifying ${tool}@${version}`, () => ended(assay, begun, context.request))
    : begun;
  return outcome<VerificationView>({
    data: found,
    text: verificationText,
    notes: ({ id, state }) => (state === 'running' ? [`Still running: assay verifications show ${id}`] : []),
    failed: found.state === 'done' && found.verdict !== 'green',
  });
}

const stageNames: Readonly<Record<string, ChangeStage['to']>> = {
  SANDBOX: 'SANDBOX',
  BETA: 'BETA',
  GA: 'GENERAL_AVAILABILITY',
  GENERAL_AVAILABILITY: 'GENERAL_AVAILABILITY',
  VERIFIED: 'VERIFIED',
};

function stageName(value: string): ChangeStage['to'] {
  const stage = stageNames[value.toUpperCase().replaceAll('-', '_')];
  if (stage === undefined)
    throw new InvalidArgumentError('It must be SANDBOX, BETA, GENERAL_AVAILABILITY or VERIFIED.');
  return stage;
}

async function promote(
  context: Context<{ readonly reason?: string }>,
  reference: string,
  to: ChangeStage['to'] | undefined,
) {
  const { reason } = context.options;
  if (to !== undefined && reason === undefined) throw new UsageError(`--reason is required: it is recorded.`);
  if (to === undefined && reason !== undefined) throw new UsageError('Name the stage to promote to.');
  const assay = await context.assay();
  const { tool, version } = await exactVersion(assay, reference, context.request);
  const found =
    to === undefined || reason === undefined
      ? await assay.assurance.stage(tool, version, context.request)
      : await assay.assurance.changeStage(tool, version, { to, reason }, context.request);
  return outcome<StageView>({ data: found, text: stageText });
}

interface AttestOptions {
  readonly kind?: AttestationKind;
  readonly evidence?: string;
  readonly digest?: string;
  readonly file?: string;
  readonly withdraw?: string;
  readonly reason?: string;
}

async function attest(context: Context<AttestOptions>, reference: string) {
  const { kind, evidence, digest, file, withdraw, reason } = context.options;
  if (withdraw !== undefined) return withdrawAttestation(context, reference, { id: withdraw, reason });
  if (kind === undefined || evidence === undefined)
    throw new UsageError('Give --kind and --evidence, or --withdraw and --reason.');
  if ((digest === undefined) === (file === undefined))
    throw new UsageError('Give the SHA-256 of the evidence with --digest, or a copy of it with --file.');
  if (reason !== undefined) throw new UsageError('--reason requires --withdraw; an attestation takes --evidence.');
  const evidenceDigest = digest ?? digestOf(await readBytes(context.io, file as string));
  const assay = await context.assay();
  const { tool, version } = await exactVersion(assay, reference, context.request);
  const made = await assay.assurance.attest(tool, version, { kind, evidence, evidenceDigest }, context.request);
  const text = (it: AttestationView, page: Page) =>
    `${page.good('Attested')} ${page.bold(`${it.tool}@${it.version}`)}: ${it.kind}, by ${it.by} of ${it.organisation}, ${it.evidence}.`;
  return outcome<AttestationView>({ data: made, text });
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

async function withdrawAttestation(
  context: Context<AttestOptions>,
  reference: string,
  { id, reason }: { readonly id: string; readonly reason: string | undefined },
) {
  if (reason === undefined) throw new UsageError('--reason is required: it is recorded.');
  if (context.options.kind !== undefined || context.options.evidence !== undefined)
    throw new UsageError('--withdraw takes no --kind or --evidence: remove them.');
  const assay = await context.assay();
  const { tool, version } = await exactVersion(assay, reference, context.request);
  const made = await assay.assurance.withdrawAttestation(tool, version, id, reason, context.request);
  const text = (it: AttestationView, page: Page) =>
    `${page.warn('Withdrawn')}: the ${it.kind} attestation of ${it.tool}@${it.version}. Its trust and stage will be updated.`;
  return outcome<AttestationView>({ data: made, text });
}

async function attestations(context: Context<PageOptions>, reference: string) {
  const { limit, cursor } = context.options;
  const assay = await context.assay();
  const { tool, version } = await exactVersion(assay, reference, context.request);
  const page = await assay.assurance.attestations(tool, version, { limit }, context.request).page(cursor);
  return listOutcome(page, {
    headings: ['ID', 'KIND', 'BY', 'AT', 'HOLDS', 'EVIDENCE'],
    row: (it) => [
      it.id,
      it.kind,
      `${it.by} of ${it.organisation}`,
      it.at,
      it.withdrawn === null ? 'yes' : `withdrawn: ${it.withdrawn.reason}`,
      it.evidence,
    ],
    empty: `No attestations for ${tool}@${version}.`,
  });
}

export function addAssuranceCommands(program: Command, host: Host): void {
  add(program, 'verify', 'Run the examples of one of your tools and show each result', [
    'verify acme/orders.read',
    'verify acme/orders.read@1.2.0 --json',
  ])
    .argument('<tool>', 'namespace/tool, or namespace/tool@version', toolReference)
    .option('--no-wait', 'start it without waiting for it to finish')
    .action(host.does(verify));
  const group = program.command('verifications').description('Verifications of your tools and of tools visible to you');
  addList(group, host, {
    route: 'listVerifications',
    description: 'List, newest first',
    examples: ['verifications list --tool acme/orders.read'],
    isDefault: true,
    filters: [new Option('--tool <tool>', 'this tool only').argParser(qualifiedName)],
    layout: {
      headings: ['ID', 'VERSION', 'BEGUN', 'VERDICT', 'WHY', 'FOUND'],
      row: ({ id, tool: name, version, startedAt, verdict, trigger, summary }) => [
        id,
        `${name}@${version}`,
        startedAt,
        verdict ?? 'running',
        trigger,
        summary,
      ],
      empty: 'No verifications.',
    },
  });
  addShow(group, host, {
    route: 'showVerification',
    description: 'Show one, example by example',
    examples: ['verifications show 0198f2a0-…'],
    text: verificationText,
  });
  addPromote(program, host);
  addAttestations(program, host);
}

function addPromote(program: Command, host: Host): void {
  add(program, 'promote', 'Change the stage of a version, or show what the next one needs', [
    'promote acme/orders.read@1.2.0',
    'promote acme/orders.read@1.2.0 BETA --reason "tried by three teams"',
  ])
    .argument('<tool>', 'namespace/tool, or namespace/tool@version', toolReference)
    .argument('[stage]', 'SANDBOX, BETA, GENERAL_AVAILABILITY or VERIFIED', stageName)
    .option('--reason <words>', "recorded in the version's history")
    .action(host.does(promote));
}

function addAttestations(program: Command, host: Host): void {
  add(program, 'attestations', "List a version's attestations, including withdrawn ones", [
    'attestations acme/orders.read@1.2.0',
  ])
    .argument('<tool>', 'namespace/tool, or namespace/tool@version', toolReference)
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(attestations));
  add(program, 'attest', "Attest an audit of a version or its provider's identity, or withdraw an attestation", [
    'attest acme/orders.read@1.2.0 --kind self --evidence https://acme.example/audits/7 --file audit.pdf',
    'attest acme/orders.read@1.2.0 --kind third-party --evidence https://auditors.example/reports/42 --digest sha256:9f86d0…',
    'attest acme/orders.read@1.2.0 --withdraw 0198f2a0-… --reason "the report was retracted"',
  ])
    .argument('<tool>', 'namespace/tool, or namespace/tool@version', toolReference)
    .addOption(
      new Option('--kind <kind>', "the provider's own audit, a third party's, or the provider's identity").choices([
        'self',
        'third-party',
        'identity',
      ]),
    )
    .option('--evidence <url>', 'URL of the report or proof')
    .option('--digest <sha256>', 'SHA-256 of the report or proof: "sha256:" and 64 hexadecimal digits')
    .option('--file <path>', 'a copy of the report or proof, to compute the digest from; it is not sent')
    .option('--withdraw <id>', 'withdraw an attestation; `assay attestations` lists them')
    .option('--reason <words>', 'why it is withdrawn')
    .action(host.does(attest));
}
