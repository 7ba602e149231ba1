import { Argument, type Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { placesOf } from '../completion/command-tree.js';
import { completionScript, type Shell, shells } from '../completion/scripts.js';

/** Completion is generated from the command table as it is when the command runs. */
export function addCompletionCommand(program: Command, host: Host): void {
  const complete = async (_context: Context<object>, shell: Shell) =>
    outcome({
      data: { shell, script: completionScript(shell, placesOf(program)) },
      text: ({ script }) => script.trimEnd(),
    });
  add(program, 'completion', 'Print a script that completes commands and options in your shell', [
    'completion bash >> ~/.bashrc',
    'completion zsh > ~/.zfunc/_assay',
    'completion fish > ~/.config/fish/completions/assay.fish',
  ])
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .action(host.does(complete));
}
