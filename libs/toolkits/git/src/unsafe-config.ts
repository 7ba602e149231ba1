import { Refusal } from '@assay/kit';

/**
 * Keys of a repository's own configuration that make git start a program, read configuration or files from elsewhere, or
 * change where a remote leads. A repository that has one is refused as a whole.
 */
const refused: readonly RegExp[] = [
  /^core\.(?:sshcommand|gitproxy|askpass|alternaterefscommand|worktree)$/,
  /^diff\.external$/,
  /^diff\..+\.(?:command|textconv)$/,
  /^filter\..+\.(?:clean|smudge|process)$/,
  /^merge\..+\.driver$/,
  /^remote\..+\.(?:uploadpack|receivepack|vcs|proxy)$/,
  /^include(?:if\..+)?\.path$/,
  /^url\..+\.(?:insteadof|pushinsteadof)$/,
  /^protocol\./,
  /^(?:uploadpack|receive|transfer)\.(?:packobjectshook|procreceiverefs)$/,
  /^trailer\..+\.(?:command|cmd)$/,
  /^interactive\.difffilter$/,
  /^https?\.(?:.+\.)?(?:proxy|cookiefile|sslcert|sslkey|sslcainfo|sslcapath|sslverify|extraheader|proxyauthmethod)$/,
  /^gpg\.(?:.+\.)?program$/,
  /^extensions\.partialclone$/,
];

const isRefused = (key: string, value: string): boolean => {
  if (key === 'core.fsmonitor') return !/^(?:true|false|yes|no|on|off|0|1)?$/i.test(value);
  if (/^submodule\..+\.update$/.test(key)) return value.startsWith('!');
  return refused.some((it) => it.test(key));
};

/** The section and variable in lower case; the name between them keeps its case, as in git. */
const normalised = (key: string): string => {
  const first = key.indexOf('.');
  const last = key.lastIndexOf('.');
  return key.slice(0, first).toLowerCase() + key.slice(first, last) + key.slice(last).toLowerCase();
};

/** `output` of `git config --list -z`: key, newline, value, NUL. Throws a Refusal that names the first refused key. */
export function refuseUnsafeConfig(output: string): void {
  for (const entry of output.split('\0').filter(Boolean)) {
    const [key = '', ...value] = entry.split('\n');
    if (isRefused(normalised(key), value.join('\n')))
      throw new Refusal(
        `The configuration of this repository sets "${key.slice(0, 100)}", which starts a program or redirects git. A person has to remove it before this kit works here.`,
      );
  }
}

/**
 * Settings for every command. They override the repository's: hooks, helpers, editors and pagers never run, submodules are
 * left alone, and no protocol but HTTP is spoken. Owners differ inside a sandbox, so the folder's owner is not compared:
 * what that comparison protects from is refused by `refuseUnsafeConfig`.
 */
export const safeSettings: readonly string[] = Object.freeze([
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.pager=cat',
  'core.editor=false',
  'core.quotePath=false',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'credential.helper=',
  'protocol.allow=never',
  'protocol.http.allow=always',
  'protocol.https.allow=always',
  'http.followRedirects=false',
  'safe.directory=*',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'push.recurseSubmodules=no',
  'commit.gpgSign=false',
  'push.gpgSign=false',
  'tag.gpgSign=false',
  'log.showSignature=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'color.ui=false',
  'advice.detachedHead=false',
  'merge.conflictStyle=merge',
]);
