import { AssayError, version } from '@assay/sdk';
import { Command, CommanderError } from 'commander';
import { Host } from './command.js';
import { groupCommands } from './command-groups.js';
import { addAccountCommands } from './commands/accounts.js';
import { addAlertCommands } from './commands/alerts.js';
import { addApprovalCommands } from './commands/approvals.js';
import { addAssuranceCommands } from './commands/assurance.js';
import { addAuditCommands } from './commands/audit.js';
import { addBreakerCommands } from './commands/breakers.js';
import { addCallCommand } from './commands/call.js';
import { addCallsCommands } from './commands/calls.js';
import { addCandidateCommands } from './commands/candidates.js';
import { addCapabilityCommands } from './commands/capabilities.js';
import { addCodeCommands } from './commands/code.js';
import { addCompletionCommand } from './commands/completion.js';
import { addConnectCommand } from './commands/connect.js';
import { addConnectionCommands } from './commands/connections.js';
import { addDatabaseCommands } from './commands/databases.js';
import { addDoctorCommand } from './commands/doctor.js';
import { addEscalationCommands } from './commands/escalations.js';
import { addEvaluateCommands } from './commands/evaluate.js';
import { addFallbackCommands } from './commands/fallbacks.js';
import { addFeedbackCommand } from './commands/feedback.js';
import { addFindingCommands } from './commands/findings.js';
import { addGapCommands } from './commands/gaps.js';
import { addEndorsementCommands, addGrantCommands } from './commands/grants.js';
import { addIdentityCommands } from './commands/identity.js';
import { addImportCommands } from './commands/import.js';
import { addKeyCommands } from './commands/keys.js';
import { addKitCommands } from './commands/kits.js';
import { addLearningCommands } from './commands/learning.js';
import { addLifecycleCommands } from './commands/lifecycle.js';
import { addLimitCommands } from './commands/limits.js';
import { addLoginCommands } from './commands/login.js';
import { addMakeCommands } from './commands/make.js';
import { addMcpCommand } from './commands/mcp.js';
import { addMirrorCommands } from './commands/mirrors.js';
import { addNamespaceCommands } from './commands/namespaces.js';
import { addNotificationCommand } from './commands/notifications.js';
import { addMemoryCommands, addOutputCommands, addSessionCommands } from './commands/outputs.js';
import { addOwnershipCommands } from './commands/ownership.js';
import { addPinCommands } from './commands/pins.js';
import { addPlanCommands } from './commands/plan.js';
import { addPolicyCommands } from './commands/policy.js';
import { addPublishCommands } from './commands/publish.js';
import { addPublisherKeyCommands } from './commands/publisher-keys.js';
import { addQuarantineCommands } from './commands/quarantines.js';
import { addQuestionCommands } from './commands/questions.js';
import { addRecordingCommands } from './commands/recordings.js';
import { addRegistryCommands } from './commands/registry.js';
import { addReplicaCommands } from './commands/replicas.js';
import { addReviewCommands } from './commands/reviews.js';
import { addRevocationCommands } from './commands/revocations.js';
import { addRuleCommands } from './commands/rules.js';
import { addSagaCommands } from './commands/sagas.js';
import { addSaveCallCommands } from './commands/save-call.js';
import { addSearchCommand } from './commands/search.js';
import { addSearchIndexCommands } from './commands/search-index.js';
import { addServerCommands } from './commands/servers.js';
import { addShowCommands } from './commands/show.js';
import { addTeamCommands } from './commands/teams.js';
import { addToolsetCommands } from './commands/toolsets.js';
import { addTrustCommands } from './commands/trust.js';
import { addWebhookCommands } from './commands/webhooks.js';
import { type Io, processIo, write } from './io.js';
import { exitCodes } from './output/exit-codes.js';
import { exitCodeOf, failureDocument, failureText } from './output/failure.js';
import { pageFor } from './output/page.js';

/** Every group of commands; `groupCommands` gives them the order in which help lists them. */
const groups: readonly ((program: Command, host: Host) => unknown)[] = [
  addLoginCommands,
  addDoctorCommand,
  addPublishCommands,
  addImportCommands,
  addServerCommands,
  addSearchCommand,
  addSearchIndexCommands,
  addRuleCommands,
  addPolicyCommands,
  addLearningCommands,
  addShowCommands,
  addTrustCommands,
  addLifecycleCommands,
  addCallCommand,
  addCallsCommands,
  addPlanCommands,
  addCodeCommands,
  addMakeCommands,
  addGapCommands,
  addFeedbackCommand,
  addSaveCallCommands,
  addEvaluateCommands,
  addRecordingCommands,
  addCandidateCommands,
  addOutputCommands,
  addMemoryCommands,
  addSessionCommands,
  addFallbackCommands,
  addEscalationCommands,
  addQuestionCommands,
  addBreakerCommands,
  addReplicaCommands,
  addApprovalCommands,
  addSagaCommands,
  addIdentityCommands,
  addKeyCommands,
  addAccountCommands,
  addGrantCommands,
  addKitCommands,
  addDatabaseCommands,
  addEndorsementCommands,
  (program, host) => addOwnershipCommands(program, addNamespaceCommands(program, host), host),
  addTeamCommands,
  addAssuranceCommands,
  addReviewCommands,
  addQuarantineCommands,
  addFindingCommands,
  addAlertCommands,
  addPublisherKeyCommands,
  addRegistryCommands,
  addMirrorCommands,
  addRevocationCommands,
  addCapabilityCommands,
  addPinCommands,
  addNotificationCommand,
  addConnectionCommands,
  addWebhookCommands,
  addLimitCommands,
  addAuditCommands,
  addToolsetCommands,
  addConnectCommand,
  addMcpCommand,
  addCompletionCommand,
];

/** The whole command line, before anything runs. */
function programOf(host: Host, say: (text: string) => void): Command {
  const program = new Command('assay')
    .description('Publish, find and call tools for AI agents.')
    .version(version, '-V, --version', 'print the version')
    .option('--url <address>', 'address of the server (ASSAY_URL)')
    .option('--key <key>', 'API key (ASSAY_API_KEY)')
    .option('--api-key-file <file>', 'read the API key from this file')
    .option('--json', "print the API's JSON only")
    .configureHelp({ showGlobalOptions: true, helpWidth: Math.min(host.io.stdout.columns || 100, 120) })
    .configureOutput({ writeOut: say, writeErr: say, outputError: () => undefined })
    .exitOverride()
    .addHelpText('after', '\nFirst steps:\n  $ assay doctor\n  $ assay search read a file\n  $ assay call --help');
  for (const addCommands of groups) addCommands(program, host);
  groupCommands(program);
  return program;
}

/** Help that was asked for is a success; help that was shown for want of a command is wrong usage. */
function usageOf(error: CommanderError): number {
  return error.code === 'commander.helpDisplayed' || error.code === 'commander.version'
    ? exitCodes.done
    : exitCodes.usage;
}

async function report(io: Io, argv: readonly string[], error: unknown): Promise<void> {
  const text = argv.includes('--json')
    ? JSON.stringify(failureDocument(error), null, 2)
    : failureText(error, pageFor(io.stderr, io.env));
  await write(io.stderr, `${text}\n`);
}

/** Turns commander's complaint into a sentence with the way out. */
function complaint(error: CommanderError, named: string): Error {
  return new Error(`${error.message.replace(/^error: /, '')}\nSee \`${named} --help\`.`);
}

/** The command that a command line names, as far as there is one: words of its own are not looked up among commands. */
function namedBy(argv: readonly string[], program: Command): string {
  let at = program;
  const words = [program.name()];
  let isValue = false;
  for (const word of argv) {
    const command = at.commands.find((it) => it.name() === word || it.aliases().includes(word));
    if (command !== undefined && !isValue) {
      at = command;
      words.push(command.name());
    } else if (!isValue && !word.startsWith('-')) break;
    isValue = !isValue && takesValue(program, word);
  }
  return words.join(' ');
}

const takesValue = (program: Command, word: string): boolean =>
  program.options.some((it) => it.required && (it.long === word || it.short === word));

/** Runs one command line and returns its exit code: 0 done, 1 failed, 2 wrong usage, 3 waiting for a person. Never throws. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const host = new Host(io);
  const helped: string[] = [];
  const program = programOf(host, (text) => helped.push(text));
  try {
    await program.parseAsync(argv, { from: 'user' });
    return host.code;
  } catch (error) {
    if (error instanceof CommanderError) {
      return await reportUsage(io, argv, { error, named: namedBy(argv, program), help: helped.join('') });
    }
    await report(io, argv, wasCancelled(error) ? new Error('Cancelled.') : error);
    return exitCodeOf(error);
  }
}

/** Ctrl-C, during a request or at a question. */
const wasCancelled = (error: unknown): boolean =>
  error instanceof AssayError ? error.code === 'aborted' : error instanceof Error && error.name === 'AbortError';

interface WrongUsage {
  readonly error: CommanderError;
  readonly named: string;
  /** What commander wrote by itself; empty when nothing. */
  readonly help: string;
}

async function reportUsage(io: Io, argv: readonly string[], { error, named, help }: WrongUsage): Promise<number> {
  const code = usageOf(error);
  if (help !== '') await write(code === exitCodes.done ? io.stdout : io.stderr, help);
  else if (argv.includes('--json')) {
    await write(io.stderr, `${JSON.stringify({ code: 'usage', detail: error.message }, null, 2)}\n`);
  } else await report(io, argv, complaint(error, named));
  return code;
}

/** Entry of the program `assay`. */
export async function main(): Promise<void> {
  const io = processIo();
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.exitCode = await run(process.argv.slice(2), io);
}
