import type { Offer, Place } from './command-tree.js';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

const words = (offers: readonly Offer[]): string => offers.map(({ word }) => word).join(' ');

/** A `case` over `$1`, whose branches print words; shared by bash and zsh. */
const lookup = (name: string, cases: readonly (readonly [string, string])[]): string =>
  [
    `${name}() {`,
    '  case "$1" in',
    ...cases.filter(([, list]) => list !== '').map(([key, list]) => `    '${key}') echo '${list}' ;;`),
    '  esac',
    '}',
  ].join('\n');

/** Finds the command that the words before the cursor name, and prints what may come next. */
const walk = `_assay_next() {
  local at='' word last='' skip=''
  for word in "$@"; do
    last=$word
    if [ -n "$skip" ]; then skip=''; continue; fi
    case "$word" in
      --*) case " $(_assay_valued "$at") " in *" $word "*) skip=$word ;; esac ;;
      *) case " $(_assay_commands "$at") " in *" $word "*) at="\${at:+$at }$word" ;; esac ;;
    esac
  done
  if [ -n "$skip" ]; then _assay_values "$at $skip"; return; fi
  _assay_commands "$at"
  _assay_values "$at *"
  _assay_options "$at"
}`;

const common = (places: readonly Place[]): string =>
  [
    lookup(
      '_assay_commands',
      places.map((it) => [it.path, words(it.commands)]),
    ),
    lookup(
      '_assay_options',
      places.map((it) => [it.path, words(it.options)]),
    ),
    lookup(
      '_assay_valued',
      places.map((it) => [it.path, it.valued.join(' ')]),
    ),
    lookup(
      '_assay_values',
      places.flatMap((it) => Object.entries(it.values).map(([of, list]) => [`${it.path} ${of}`, list.join(' ')])),
    ),
    walk,
  ].join('\n');

/** Where nothing is known, the name of a file is offered: manifests, keys and compositions are files. */
const bash = (places: readonly Place[]): string => `# Completion of assay for bash: eval "$(assay completion bash)"
${common(places)}
_assay() {
  local word=\${COMP_WORDS[COMP_CWORD]}
  local offers
  offers=$(_assay_next "\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  COMPREPLY=($(compgen -W "$offers" -- "$word"))
}
complete -o default -F _assay assay
`;

const zsh = (places: readonly Place[]): string => `#compdef assay
# Completion of assay for zsh: eval "$(assay completion zsh)"
${common(places)}
_assay() {
  local -a offers
  offers=(\${=$(_assay_next "\${(@)words[2,CURRENT-1]}")})
  compadd -a offers
  [[ $words[CURRENT] == -* ]] || _files
}
type compdef >/dev/null 2>&1 || { autoload -Uz compinit && compinit }
compdef _assay assay
`;

const quoted = (text: string): string => `'${text.replaceAll("'", '')}'`;

function fish(places: readonly Place[]): string {
  const globals = new Set(places[0]?.options.map(({ word }) => word));
  const isGlobal = ({ word }: Offer): boolean => globals.has(word);
  const lines = places.flatMap(({ path, commands, options, values, valued }) => {
    const isProgram = path === '';
    const when = `-n ${quoted(`__assay_at ${JSON.stringify(path)}`)}`;
    return [
      ...commands.map(({ word, about }) => `complete -c assay ${when} -f -a ${quoted(word)} -d ${quoted(about)}`),
      ...(values['*'] ? [`complete -c assay ${when} -f -a ${quoted(values['*'].join(' '))}`] : []),
      ...options
        .filter((it) => isProgram || !isGlobal(it))
        .map(({ word, about }) => {
          const choices = values[word];
          const takes = choices ? ` -x -a ${quoted(choices.join(' '))}` : valued.includes(word) ? ' -r' : '';
          return `complete -c assay ${isProgram ? '' : `${when} `}-l ${word.slice(2)}${takes} -d ${quoted(about)}`;
        }),
    ];
  });
  const cases = places
    .filter((it) => it.commands.length > 0)
    .map(
      (it) =>
        `    case ${quoted(it.path)}\n      echo ${it.commands.map(({ word }) => word).join('\\n')} | string split '\\n'`,
    );
  return `# Completion of assay for fish: assay completion fish | source
function __assay_commands
  switch "$argv[1]"
${cases.join('\n')}
  end
end
function __assay_at
  set -l at
  for word in (commandline -opc)[2..-1]
    if contains -- $word (__assay_commands "$at")
      set at (string trim "$at $word")
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

const scripts = { bash, zsh, fish } as const;

/** The script that teaches a shell a program's commands, options and their values. */
export const completionScript = (shell: Shell, places: readonly Place[]): string => scripts[shell](places);
