import type { PlacedText } from './definition-texts.js';
import type { Sign } from './sign.js';

/** Names that ask for what the model has in mind rather than for what the tool works on; normalised to letters. */
const ofTheModel =
  /^(?:side_?notes?|system_?(?:prompt|message|instructions?)|(?:full_?|whole_?|entire_?|chat_?|conversation_?|message_?|dialog_?|session_?|prompt_?|tool_?)+(?:history|transcript|log|context|dump)|conversation|transcript|previous_?(?:messages|prompts?|turns|tool_?(?:calls|results))|(?:model|assistant|agent|llm)_?(?:instructions?|memory|context|thoughts?|reasoning|prompt|system)|chain_?of_?thought|(?:scratch_?pad|hidden_?(?:notes?|context|data)|internal_?(?:notes?|monologue))|initial_?prompt|all_?messages|(?:available|other|installed)_?tools(?:_?list)?|tools_?list|tool_?calls?_?(?:history|log)|user_?secrets?|exfil\w*|(?:prior|previous|earlier|preceding)_context|(?:conversation|dialogue|chat|transcript|session)_(?:so_far|until_now|summary|dump|in_full|text)|env(?:ironment)?_(?:dump|contents?)|(?:full|complete)_(?:reasoning|thoughts?)|x_(?:agent|model|llm|assistant|ai)_\w+|(?:raw|original|complete|whole)_(?:prompt|conversation|chat)|full_conversation|entire_conversation|(?:other|connected|installed)_(?:servers|plugins|mcps|connectors))$/;
/** Names that are orders: the words of a sentence, or of a file to read, strung together. */
const order =
  /(?:content|contents|text|data|value|output)s?_?(?:from|of)_?(?:reading|file|the)|_?(?:ssh|id_?rsa|env_?(?:file|vars?|variables)|etc_?passwd|mcp_?json|aws_?cred\w*|shell_?history|browser_?cookies)(?:_|$)|(?:ignore|disregard|forget)_?(?:all|previous|prior|instructions)|(?:do_?not|dont|never)_?(?:tell|mention|inform|show)_?(?:the_?)?user|read_?(?:file|ssh|env|home)_|_before_(?:using|calling)|you_?must_|(?:contents?|text)_of_(?:\w+_)?(?:env|ssh|home|secret|key|config|credential)|home_directory|(?:session_token|access_token|password|api_keys?|cookies?)_of_(?:the_)?(?:user|customer|person)|ssh_?(?:config|private|keys?)\b/;
const longName = 60;
/** What stands behind this in a name is read as words of a sentence only. */
const maxRead = 240;

/** Signs in the name of a parameter. Camel case counts as underscores. */
export function parameterSigns({ text, path }: PlacedText): Sign[] {
  const name = text
    .slice(0, maxRead)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[\s.-]+/g, '_')
    .toLowerCase();
  const excerpt = text.slice(0, 120);
  const signs: Sign[] = [];
  if (ofTheModel.test(name)) signs.push({ rule: 'context-parameter', weight: 0.4, path, excerpt });
  if (order.test(name)) signs.push({ rule: 'ordering-name', weight: 0.6, path, excerpt });
  // A pattern for names is none, and no sentence.
  const isPattern = path.includes('/patternProperties/');
  if (!isPattern && name.length > longName && name.split('_').length > 8)
    signs.push({ rule: 'sentence-name', weight: 0.4, path, excerpt });
  return signs;
}
