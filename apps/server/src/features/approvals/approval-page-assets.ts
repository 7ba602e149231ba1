/** The approval's page. It holds no data: the script asks for it with the key that the user gives, and keeps that in memory. */
export const approvalPageHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Approval · Assay</title>
<link rel="stylesheet" href="/approvals/page.css">
<script src="/approvals/page.js" defer></script>
</head>
<body>
<main>
<h1 id="title">A call is waiting for your approval</h1>
<p id="sign-in"><a id="sign-in-link" href="/sign-in">Sign in</a> to decide, or use a key.</p>
<form id="key-form">
<label for="key">Your key, with <code>approvals:decide</code></label>
<p class="row"><input id="key" type="password" autocomplete="off" spellcheck="false" required>
<button type="submit">Show what would run</button></p>
<p class="hint">The key stays in this page's memory and is forgotten when you close it.</p>
</form>
<p id="message" role="status" aria-live="polite"></p>
<form id="confirm-form" hidden>
<label for="password">This is your own call: enter your password again to decide on it</label>
<p class="row"><input id="password" type="password" autocomplete="current-password" required>
<button type="submit">Confirm</button></p>
</form>
<section id="approval" hidden>
<h2 id="tool"></h2>
<p id="description"></p>
<p id="marks" class="row"></p>
<dl id="facts"></dl>
<h3>Arguments, exactly as the tool receives them</h3>
<pre id="arguments" tabindex="0"></pre>
<p id="letters" class="bad" hidden></p>
<ul id="repaired"></ul>
<section id="result-part" hidden>
<h3>The result to release</h3>
<p id="contains" class="bad"></p>
<pre id="result" tabindex="0"></pre>
</section>
<h3 id="decisions-title" hidden>Decisions so far</h3>
<ul id="decisions"></ul>
<form id="decision-form" hidden>
<label for="reason">Reason (stored with your decision and shown to the caller)</label>
<input id="reason" maxlength="1000" autocomplete="off">
<p class="row"><button type="button" id="approve">Approve, once</button>
<button type="button" id="deny" class="no">Deny</button></p>
</form>
</section>
<noscript><p>This page needs JavaScript. On the command line: <code>assay approvals</code>.</p></noscript>
</main>
</body>
</html>
`;

export const approvalPageStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
h2 { margin-bottom: 0; overflow-wrap: anywhere; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; }
.hint { font-size: .85rem; opacity: .75; }
input { flex: 1 1 16rem; padding: .5rem; font: inherit; min-width: 0; }
#reason { display: block; box-sizing: border-box; width: 100%; }
button { padding: .5rem 1rem; font: inherit; cursor: pointer; }
button:disabled { cursor: default; }
.no { color: #b3261e; }
.mark { padding: 0 .5rem; border: 1px solid; border-radius: .4rem; font-size: .85rem; }
.bad { color: #b3261e; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dt { opacity: .75; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { padding: .75rem; border: 1px solid; border-radius: .4rem; overflow: auto; max-height: 24rem; white-space: pre-wrap; overflow-wrap: anywhere; }
#message { font-weight: 600; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { .no, .bad { color: #ff8a80; } }
`;

/** Signs that are not seen, reorder others, or pass for a space. */
const unseen = '[\\p{Cc}\\p{Cf}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?! )\\p{Zs}';
/** Scripts with letters that look like Latin ones. */
const alike = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map((it) => `\\p{Script=${it}}`).join('');

/**
 * Everything that comes from outside is set as text, never as markup, and what could not be seen in it is written out.
 * Nothing is decided by a key pressed in the field for the reason: a decision is a button that was pressed.
 */
export const approvalPageScript = `'use strict';
const id = location.pathname.split('/').pop();
const at = (name) => document.getElementById(name);
let key = '';
let csrf = '';
let shown = { partOf: null };

const say = (text, isBad) => {
  at('message').textContent = text;
  at('message').classList.toggle('bad', isBad === true);
};
const unseen = /${unseen}/gu;
const written = (text) => text.replace(unseen, (it) => it === '\\n' ? it :
  it.split('').map((unit) => '\\\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0')).join(''));
const alike = /[${alike}]/gu;
const escaped = (it) => '\\\\u' + it.codePointAt(0).toString(16).padStart(4, '0');
/** Words that mix Latin letters with others that look like them, with those written out. */
const mixedWords = (text) => [...new Set((text.match(/[^\\s"]+/gu) || []).filter((it) =>
  /\\p{Script=Latin}/u.test(it) && it.search(alike) >= 0))].slice(0, 10).map((it) => it.replace(alike, escaped));
const item = (tag, text, className) => {
  const made = document.createElement(tag);
  made.textContent = written(text);
  if (className !== undefined) made.className = className;
  return made;
};

const ask = (path, body) => send('/v1/approvals/' + encodeURIComponent(id) + path, body);
async function send(address, body) {
  const answer = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(key === '' ? {} : { authorization: 'Bearer ' + key }),
      ...(key !== '' || csrf === '' ? {} : { 'x-assay-csrf': csrf }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    cache: 'no-store',
    credentials: key === '' ? 'same-origin' : 'omit',
    redirect: 'error',
  });
  const read = await answer.json().catch(() => ({}));
  at('confirm-form').hidden = read.code !== 'reauthentication_required';
  if (!answer.ok) throw new Error(read.detail || 'The server answered ' + answer.status + '.');
  return read;
}

const yes = (hint, words) => (hint === 'yes' ? [words] : []);
const marksOf = (risks) => risks.readOnly ? ['only reads'] : [
  ...yes(risks.destructive, 'destructive'),
  ...(risks.destructive === 'undeclared' ? ['does not say whether it destroys'] : []),
  ...(risks.undo === null || risks.undo === 'irreversible' ? ['cannot be undone'] : []),
  ...yes(risks.openWorld, 'reaches the outside world'),
  ...(risks.costUsd ? ['costs $' + risks.costUsd] : []),
];

const wholes = { run: 'the run ', saga: 'the saga ', call: 'the call ' };
/** What it is a step of, and what depends on it. */
const partFacts = ({ partOf, invocation }) => {
  if (partOf === null) return [['Call', invocation]];
  const { kind, id, step, neededBy, neededByCount } = partOf;
  const more = neededByCount - neededBy.length;
  return [
    ['Step', step + ' of ' + wholes[kind] + id],
    ['Needed by', neededByCount === 0 ? 'no other step' : neededBy.join(', ') + (more > 0 ? ' and ' + more + ' more' : '')],
    ...(invocation === id ? [] : [['Call', invocation]]),
  ];
};

function show(approval) {
  const { risks } = approval;
  shown = approval;
  at('tool').textContent = approval.tool + '@' + approval.version;
  at('description').textContent = written(approval.description || '');
  at('marks').replaceChildren(...marksOf(risks).map((it) => item('span', it, 'mark')));
  const facts = [
    ['Caller', approval.caller.name + ' (' + approval.caller.kind + ')'],
    ['Why it needs approval', approval.why],
    ['Trust', risks.trust.score.toFixed(2) + ' (confidence ' + risks.trust.confidence.toFixed(2) + '), ' + risks.stage],
    ['Status', approval.outcome === null || approval.outcome === approval.status ? approval.status :
      approval.status + ', the call ' + approval.outcome],
    ['Expires', new Date(approval.expiresAt).toLocaleString()],
    ...partFacts(approval),
    ...(approval.needed > 1 ? [['Needs', approval.needed + ' different users']] : []),
  ];
  at('facts').replaceChildren(...facts.flatMap(([name, value]) => [item('dt', name), item('dd', value)]));
  const input = approval.arguments === null ? 'forgotten' : JSON.stringify(approval.arguments, null, 2);
  at('arguments').textContent = written(input);
  const mixed = mixedWords(input);
  at('letters').textContent = 'Contains look-alike characters: ' + written(mixed.join(', '));
  at('letters').hidden = mixed.length === 0;
  at('repaired').replaceChildren(...approval.repaired.map((it) => item('li', 'Repaired: ' + it)));
  const result = approval.result || null;
  at('result-part').hidden = result === null;
  if (result !== null) {
    at('contains').textContent = result.contains.length === 0 ? '' : 'It contains: ' + result.contains.join(', ');
    at('result').textContent = written(JSON.stringify(result.output, null, 2));
  }
  at('decisions').replaceChildren(...approval.decisions.map((it) =>
    item('li', it.by + ': ' + it.decision + (it.reason === null ? '' : ' (' + it.reason + ')'))));
  at('decisions-title').hidden = approval.decisions.length === 0;
  at('decision-form').hidden = approval.status !== 'pending';
  const isResult = approval.subject === 'result';
  at('approve').textContent = isResult ? 'Release the result' : 'Approve, once';
  const what = isResult ? 'The result of a call' : approval.partOf === null ? 'A call' : 'A step of a ' + approval.partOf.kind;
  at('title').textContent =
    approval.status === 'pending' ? what + ' is waiting for your approval' : 'This call is no longer waiting: ' + approval.status;
  at('approval').hidden = false;
}

const busy = (is) => document.querySelectorAll('button').forEach((it) => { it.disabled = is; });
async function work(run) {
  busy(true);
  try {
    await run();
  } catch (error) {
    say(error.message, true);
  } finally {
    busy(false);
  }
}

at('key-form').addEventListener('submit', (event) => {
  event.preventDefault();
  key = at('key').value.trim();
  work(async () => {
    say('');
    show(await ask(''));
    at('key').value = '';
  });
});

at('confirm-form').addEventListener('submit', (event) => {
  event.preventDefault();
  work(async () => {
    await send('/v1/account/reauthenticate', { password: at('password').value });
    at('password').value = '';
    say('Confirmed: you can decide for five minutes.');
  });
});

/** A person who is signed in needs no key. */
async function begin() {
  at('sign-in-link').href = '/sign-in?next=' + encodeURIComponent(location.pathname);
  const session = await send('/v1/session');
  if (session.signedIn !== true) return;
  csrf = session.csrfToken;
  at('key-form').hidden = true;
  at('sign-in').hidden = true;
  show(await ask(''));
}
begin().catch((error) => say(error.message, true));

const approvedText = () => (shown.subject === 'result' ? 'Released: the caller receives the result.' : shown.partOf === null ? 'Approved: the call is being made.' :
  'Approved: the ' + shown.partOf.kind + ' continues.');

const decide = (decision) => {
  const reason = at('reason').value.trim();
  work(async () => {
    const decided = await ask('/decision', { decision, ...(reason === '' ? {} : { reason }) });
    show(await ask(''));
    say(decided.status === 'pending' ? 'Recorded: another user must also approve.' :
      decided.status === 'approved' ? approvedText() : 'Denied.');
  });
};
at('decision-form').addEventListener('submit', (event) => event.preventDefault());
at('approve').addEventListener('click', () => decide('approve'));
at('deny').addEventListener('click', () => decide('deny'));
`;
