/**
 * Whether the rules for words can find anything in an answer beside the sentences that the scanner of orders already marked. Most
 * answers hold none of what those rules look for, and a single pass tells so at a fraction of their cost. A text that passes is only
 * examined in full: nothing follows from it.
 */
export const mayInstruct = (text: string): boolean => isEncodedPerhaps(text) || words.test(text);

/** Every rule that counts without a marked sentence (see `support.ts`) needs one of these, or a letter beyond ASCII. */
const words = new RegExp(
  [
    // Markup and marks of turns.
    '<[a-z/|!\\s]|\\[/?[a-z[]|\\{\\{|#\\s?[a-z]|---|===|\\*\\*\\*|/\\*|@[a-z]|\\|\\|\\|',
    // Whom an order speaks to, and of what.
    'assistant|agent|chatbot|copilot|claude|gpt|gemini|llama|cursor|\\b(?:ai|ais|llms?|bots?|models?|task|tools?|anyone|whoever|whomever)\\b|language model|system|admin|developer|prompt|instruct|(?:other|another|different) (?:func|plugin|action|skill|command|operation|endpoint|connector|mcp|server)|(?:request|job|steps|everything) (?:is|are|was|has|have|now|done|comp|fini|fulf|acco)',
    // Code that does harm.
    'os\\.system|subprocess|socket\\.socket|shutil\\.|pickle\\.|requests\\.post|/bin/|\\| ?(?:ba)?sh\\b|rm -rf|nc -e|mkfs|chmod 7|\\(\\)|pyperclip|pbpaste|clipboard|keylog|pynput',
    // Deceit, and what another caller sent.
    'claim|pretend|insist|\\bdeny|\\blie\\b|tell the user|caller|tenant|other user|another user|session',
    // Stems of the forms in other languages that are written in ASCII.
    'ignor|olvid|descart|desestim|haz caso|no sigas|desconsid|esque|desprez|dimentic|tralasci|scart|oubli|abstraction|ecarte|compte|vergiss|missacht|verwirf|beachte|negeer|vergeet|zapomnij|pomin|talimat|komut|yok say|unut|abaikan|lupakan|hiraukan|instruksi',
    'secret|segre|nascosto|insaputa|escondidas|cachette|insu\\b|heimlich|geheim|nutzer|benutzer|anwender|stiekem|gebruiker|potajemnie|tajemnicy|kryjomu|wiedzy|gizlice|habersiz|jangan|tanpa|diam-diam|rahasia|usuari|utente|utilisateur|pengguna|kullan|nadie|nessuno|personne|niemand|nikomu|informer|avertir',
    '\\.ssh|\\.env|conversa|historial|cronologia|historique|gespr|unterhaltung|verlauf|gesprek|rozmow|histori|sohbet|percakapan|riwayat|password|passwort|contrase|senha|wachtwoord|parola|kata sandi|credencia|credenzial|identifiants|zugangsdaten|la persona|il cliente|le client|die person',
    'herramienta|ferramenta|\\boutil|strumento|werkzeug|funcion|fonction|copia|copie|kopie|oculta',
  ].join('|'),
  'i',
);

/** So long a run without a space may be an encoding; words, names and dates are shorter. */
const maxWord = 24;
/** So many digits may be letters in hexadecimal notation. */
const manyDigits = 12;
/** So many single letters in a row may be a word. */
const manyLetters = 6;

/** Whether a text has what every decoding of `readingsOf` needs. One pass; a letter beyond ASCII is reason enough. */
function isEncodedPerhaps(text: string): boolean {
  let run = 0;
  let digits = 0;
  let singles = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > lastAscii || code === percent || code === ampersand || code === backslash) return true;
    if (code <= space) {
      singles = run === 1 ? singles + 1 : 0;
      run = 0;
    } else {
      run += 1;
      if (run >= maxWord) return true;
      if (isDigit(code)) {
        digits += 1;
        if (at > 0 && isLetter(text.charCodeAt(at - 1)) && isLetter(text.charCodeAt(at + 1))) return true;
      } else if ((code === at_ || code === dollar) && at > 0 && isLetter(text.charCodeAt(at - 1))) return true;
      else if ((code === dot || code === dash || code === underscore) && run === 2) {
        singles += 1;
        run = 0;
      }
    }
    if (digits >= manyDigits || singles >= manyLetters) return true;
  }
  return disguised.test(text);
}

/** Words of orders in the rotated alphabet and written backwards. */
const disguised =
  /vafgehpg|cerivbhf|vtaber|flfgrz|nffvfgnag|frperg|cnffjbeq|sbejneq|gur hfre|pbairefngvba|orsber hfvat|qb abg gryy|noitcurtsni|suoiverp|erongi|metsys|tnatsissa|terces|drowssap|drawrof|resu eht|noitasrevnoc/i;

const lastAscii = 0x7e;
const space = 32;
const dollar = 36;
const percent = 37;
const ampersand = 38;
const dash = 45;
const dot = 46;
const at_ = 64;
const backslash = 92;
const underscore = 95;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
