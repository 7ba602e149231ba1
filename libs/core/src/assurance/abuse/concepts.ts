/**
 * What the parts of an attack on a model have in common, in English, whatever the words: each concept is a pattern over
 * text as `plainly` gives it, in lower case. Patterns have bounded repeats only, so that their time is linear in the text. A concept
 * with a weight is a sign by itself; the others count only beside another one (see `conjunctions`).
 */
export interface Concept {
  readonly id: string;
  readonly pattern: RegExp;
  /** As a sign by itself. */
  readonly weight?: number;
}

const any = (...parts: string[]): RegExp => new RegExp(`(?:${parts.join('|')})`, 'g');
const tools =
  '(?:tools?|functions?|plugins?|actions?|skills?|commands?|operations?|endpoints?|connectors?|mcps?|servers?)';
const noTell =
  '(?:tell|mention|reveal|inform|show|say|disclose|notify|alert|let|display|expose|report|explain|describe|discuss|acknowledge|refer|surface|share|bring (?:it |this )?up|talk|draw attention|announce|admit|bother|trouble|worry|warn)';
const them =
  '(?:the (?:user|human|person|customer|operator|client|owner|developer|reader)s?|(?:any|some)(?:one|body)|them|people|users|humans|him|her)';
const modelWord = '(?:assistant|ai|llm|language model|agent|chatbot|copilot|claude|gpt|chatgpt|gemini)';

export const concepts: readonly Concept[] = [
  {
    id: 'override',
    weight: 0.85,
    pattern: any(
      `\\b(?:guidance|instructions?|rules?|guidelines?|orders|directives?|prompts?)\\b[^.\\n]{0,40}\\b(?:is|are|becomes?|counts? as) (?:now )?(?:void|cancelled|obsolete|superseded|invalid|suspended|null|no longer valid|revoked)\\b`,
      `\\b(?:no longer|not) (?:have to |need to |required to |bound to |obliged to )?(?:follow|obey|observe|respect|heed|honou?r) (?:your|the|any|those|its|these) (?:\\w+ )?(?:guidelines?|rules?|instructions?|polic(?:y|ies)|training|restrictions?)`,
      `\\b(?:safety|content|security|moderation) (?:filters?|checks?|guards?|guardrails?|rules|restrictions|measures|mechanisms|policies) (?:is|are|have been|were|must be) (?:now )?(?:switched off|disabled|off|suspended|lifted|deactivated|removed|turned off|not in effect)`,
      `\\b(?:obey|follow|heed|trust|listen to) (?:only|just|solely|nothing but) (?:what |the )?(?:this|these|me|my|our|instructions)\\b`,
      `\\b(?:your|the) (?:previous|current|original|earlier|present|old) (?:task|request|goal|assignment|objective|mission|query)\\b[^.\\n]{0,30}\\b(?:cancelled|canceled|void|over|complete|completed|superseded|replaced|suspended|obsolete|finished|changed)\\b`,
      "\\b(?:ignor\\w*|disregard\\w*|forget\\w*|neglect|set aside|pay no attention to|stop (?:following|obeying)|(?:do not|don['’]t) (?:follow|obey|heed)|no longer (?:follow|obey|apply|bound by))\\b[^.\\n]{0,30}\\b(?:previous(?:ly)?|prior|above|earlier|preceding|former|existing|original|all|any|your|initial|current|other|system|developer|safety|everything)\\b[^.\\n]{0,30}\\b(?:instruct\\w+|rules?|prompts?|guidelines?|directives?|guidance|polic(?:y|ies)|constraints?|restrictions?|safeguards?|training|programming|orders|you (?:were|have been|are) (?:told|given|taught)|limitations?|alignment)\\b",
      '\\b(?:overrid\\w+|overrul\\w+|bypass\\w*|supersed\\w+|discard|abandon|cancel|tak(?:e|es) the place of|replac\\w+|void)\\b[^.\\n]{0,30}\\b(?:previous(?:ly)?|prior|above|earlier|preceding|former|all|any|your|initial|other|system|developer|safety|everything)\\b[^.\\n]{0,30}\\b(?:instructions?|system prompts?|guidelines?|directives?|guidance|safeguards?|guardrails?|training|programming|you (?:were|have been|are) (?:told|given|taught)|alignment)\\b',
      '\\b(?:instructions?|rules?|prompts?|guidelines?|directives?|messages?)\\b[^.\\n]{0,30}\\b(?:above|before|earlier|so far|previously)\\b[^.\\n]{0,30}\\b(?:no longer appl\\w+|are (?:void|cancelled|obsolete|superseded|outdated|revoked|suspended)|do not apply|should be (?:ignored|disregarded))',
      '\\b(?:ignore|forget|disregard) (?:everything|all (?:of )?(?:that|the above)|the above|what (?:you|came|was|the user))\\b',
      '\\b(?:these|this|the following) (?:\\w+ ){0,3}(?:instructions?|rules?|text|guidance|notice|directive|policy)\\b[^.\\n]{0,30}\\b(?:supersedes?|overrides?|outranks?|takes? (?:precedence|priority)|ha(?:s|ve) (?:precedence|priority))\\b',
      '\\btak(?:e|es|ing) (?:absolute |full |strict )?(?:precedence|priority) over (?:\\w+ ){0,3}(?:instruct\\w+|prompts?|rules?|requests?|guidelines?|anything|everything|other)',
    ),
  },
  {
    id: 'persona',
    weight: 0.45,
    pattern: any(
      `\\b(?:you become|you shall become|you will become|you turn into|you are hereby|assume the (?:role|identity)|take on the (?:role|persona)|new task:|new goal:|new objective:)`,
      '\\byou are (?:now|no longer|actually) (?:a|an|the|in|my|bound|operating|acting|running|free|allowed|permitted|authori[sz]ed)\\b',
      '\\b(?:enter|enable|activate|switch (?:in)?to|you are in|now in) (?:\\w+ ){0,2}(?:developer|debug|god|dan|jailbreak|unrestricted|maintenance|admin(?:istrator)?|root|sudo|unsafe|diagnostic) mode\\b',
      '\\bfrom now on,? (?:you|always|every|all|whenever|treat|respond|when|use|send|do|never|any)\\b',
      '\\b(?:your|the) (?:new|real|true|actual|primary|hidden|secret) (?:role|task|goal|objective|mission|job|purpose|instructions?|system prompt)\\b',
      '\\b(?:act|behave|respond) as (?:if|though) (?:you|the user|no|there)\\b',
      '\\b(?:new|updated|revised|emergency|urgent) (?:system |operating |developer )?(?:instructions?|directives?|orders|prompt|policy) (?:from|for you|for the|to the|follow|effective|below|:)',
    ),
  },
  {
    id: 'role-marker',
    weight: 0.8,
    pattern:
      /<\|[a-z_]{2,20}\|>|\[\/?inst\]|<<\/?sys>>|(?:^|\n)\s{0,8}#{1,6} ?(?:system|new instructions?|instructions? (?:for|to) (?:the )?(?:ai|assistant|model|agent|llm))\b|(?:^|\n|["'\]>}.] ?)(?:system|assistant|developer|admin(?:istrator)?)(?: (?:message|prompt|note|notice|override|instruction|update|alert|directive|command))?\]? ?: ?(?=(?:you|do|always|never|ignore|when|please|before|from|this|new|now|all|any|send|read|call|use|the (?:user|assistant|model|agent|following|previous)|ok|sure|i )\b)|\b(?:end|begin|start) of (?:system|tool|user|hidden) (?:prompt|message|description|output|instructions?)\b|\bsystem ?(?:override|notice|directive)\b|<\/?(?:function_results|tool_result|tool_response|tool_output|function_calls?|antml|human|user_query|invoke)\b[^>\n]{0,30}>/g,
  },
  {
    id: 'tag',
    weight: 0.6,
    pattern:
      /<\/?\s{0,2}(?:important|critical|system|instructions?|hidden|secret|attention|mandatory|urgent|priority|directive|internal|sudo|assistant|prompt|override|llm|ai|agent|model|admin|required|protocol|rules?|context)(?:[\s_-]?(?:note|notice|instructions?|prompt|message|only|rules?|info|directive|override|reminder|policy|context|request|requirement))?\s{0,2}\/?>|\[{1,2}\/?(?:hidden|internal|llm|ai|agent|model|assistant|system)(?:[\s_-]?(?:note|notice|instructions?|prompt|message|only|directive|override|reminder|requirement))?\]{1,2}|\{\{ ?(?:system|hidden|secret|#system|instructions?) ?\}\}/g,
  },
  {
    id: 'comment',
    weight: 0.4,
    pattern:
      /<!--[^>]{12,2000}-->|\[\/\/\]: ?# ?[("'][^)\n]{10,400}|\/\*[^*]{20,1000}\*\/|<(?:div|span|p|font)[^>]{0,80}(?:display: ?none|visibility: ?hidden|font-size: ?0|color: ?(?:white|#fff(?:fff)?|transparent)|opacity: ?0)[^>]{0,80}>/g,
  },
  {
    id: 'secrecy',
    weight: 0.7,
    pattern: any(
      `\\b(?:no (?:reason|need|point)|not necessary|unnecessary) (?:to|in) (?:bring|draw|call|point|mention|tell|raise|speak|inform|explain|disclose)\\w*\\b[^.\\n]{0,30}\\b(?:attention|anyone|anybody|user|person|human|customer|this|it|them)\\b`,
      `\\b(?:user|person|human|customer|customers|people|users|nobody|anyone) (?:need(?:s)? not|do(?:es)? not need to|should not|must not|may not|ought not to|shall not) (?:\\w+ ){0,2}(?:be |have )?(?:reminded|bothered|hear|know|told|learn|aware|see|notice|informed|find)`,
      `\\bkeep (?:it |this |that )?(?:quiet|silent|low|discreet|mum)\\b|\\b(?:out|left out) of (?:your|the) (?:reply|replies|answers?|responses?|summary|summaries|report)\\b`,
      `\\b(?:never|do not|don['’]t|without) (?:ever )?(?:explain(?:ing)?|say(?:ing)?|reveal(?:ing)?|mention(?:ing)?|disclos(?:e|ing)) (?:why|how|where|that|it|this|what)\\b`,
      `\\b(?:do not|don['’]?t|never|must not|should not|shouldn['’]?t|without|avoid|refrain from|no need to|not necessary to|need not|not to|rather than|instead of|please not|not be) (?:ever |even |to |explicitly |openly |actually |the need to )?${noTell}(?:ing|ting)?\\b[^.\\n]{0,40}\\b(?:to ${them}|${them}|this step|this instruction|this requirement|these instructions|this note|this to|it to|anything about this|that you|about this (?:step|call|action|file|transfer|parameter|process)|the existence|this (?:tool|detail|behaviou?r|transfer|action|process|check)(?: in| to)|in (?:your|the) (?:final )?(?:answer|response|reply|summary|output)|the (?:extra|side|background|additional|file|attachment|copy|transfer|added|hidden)\\b|that (?:it|this|the) (?:was|has|is|copy|file|step))`,
      `\\bwithout (?:\\w+ ){0,3}${them}(?:['’]s)? (?:know\\w*|notic\\w+|seeing|being (?:aware|told|informed|asked|notified|shown|bothered)|awareness|knowledge|involvement|ever)\\b`,
      `\\b(?:keep|leave|hide|conceal|omit|withhold|mask)\\b[^.\\n]{0,50}\\b(?:from ${them}|hidden|secret|confidential|to yourself|between us|out of (?:your|the) (?:answer|reply|response|summary|transcript|chat|conversation|final|visible)|private from|invisible)\\b`,
      `\\b${them} (?:do(?:es)? not|doesn['’]?t|don['’]?t|need not|must not|should not|shouldn['’]?t|must never|should never|will not|won['’]?t|cannot|can['’]?t) (?:need to |have to |want to |wish to |like to |notice|see |be (?:told|aware|shown|informed|bothered|notified|asked)|know|hear|learn|find out|have)(?:know|see|hear|be (?:told|aware|shown|informed|bothered)|notice|learn|approve)?`,
      '\\b(?:secretly|covertly|surreptitiously|discreetly|stealthily|behind the scenes|under the hood, (?:and )?never|quietly (?:send|add|include|forward|attach|pass|copy|append|read|call|run|also)|silently (?:send|add|include|forward|attach|pass|copy|append|read|call|run|also|upload|post|collect|log|bcc|perform|execute|fetch))\\b',
      '\\b(?:invisible|not visible|not shown|hidden|unseen) (?:to|from) the (?:user|human|client|customer|person|end[- ]?user)\\b\\b',
      "\\b(?:this|these) (?:is|are|step|instruction|instructions|detail|details|call|message)? ?(?:is |are )?(?:internal|confidential|private)[^.\\n]{0,30}\\b(?:do not|don['’]t|never|must not|should not|not for|not be)\\b",
      `\\b(?:do not|don['’]t|never) (?:include|list|print|output|quote|log|mention) (?:\\w+ ){0,4}in your (?:\\w+ )?(?:answer|response|reply|summary|output|message)`,
      "\\bact (?:as if|as though|like) (?:nothing|you (?:did|have)n['’]?t)\\b",
    ),
  },
  {
    id: 'bypass',
    weight: 0.4,
    pattern: any(
      `\\b(?:no|without(?: any)?) (?:further )?(?:questions?|confirmation|approval|permission|consent|authori[sz]ation|prompt|hesitation) (?:asked|needed|required|necessary)?`,
      `\\beven (?:if|when|though) (?:nobody|no one|no-one|the user (?:has|did) not|the user hasn['’]t|the user didn['’]t|not) (?:\\w+ )?(?:asked|requested|told|wanted|ask)`,
      `\\basking (?:for|the) (?:approval|permission|confirmation|consent|user)\\b[^.\\n]{0,40}\\b(?:slow|annoy|unnecessary|not needed|waste|bother|redundant|interrupt|pointless)`,
      `\\b(?:going|go) ahead (?:right away|anyway|directly|immediately|without)\\b|\\b(?:carry on|continue|proceed|act) as (?:normal|usual|if nothing)\\b`,
      `\\bthe user (?:has )?(?:already )?(?:granted|gave|given|allowed|accepted|permitted) (?:you|us|permission|this|full)\\b`,
      `\\bwithout (?:\\w+ ){0,2}(?:ask\\w*|request\\w*|wait\\w*|seek\\w*|requiring|prompting)\\b[^.\\n]{0,24}\\b(?:user|permission|confirm\\w*|approval|consent|human|them|first)`,
      `\\b(?:do not|don['’]?t|never|no need to|skip|bypass|avoid|disable|omit) (?:\\w+ ){0,2}(?:(?:ask|seek|wait|request)\\w* (?:\\w+ ){0,3}(?:user|permission|confirm\\w*|approval|consent|human|them\\b|again)|confirm with|(?:user |human )?(?:confirmation|approval|consent) (?:steps?|dialogs?|prompts?|first|is)|(?:security|safety) checks?\\b)`,
      `\\b${them} (?:has|have) (?:already |previously |implicitly |explicitly )*(?:approved|consented|agreed|authori[sz]ed|given (?:\\w+ )?(?:permission|consent|approval)|confirmed|pre-?approved|opted)`,
      '\\b(?:this|it|that|which) (?:has been|is|was) (?:already |fully )?(?:pre-?)?(?:approved|authori[sz]ed|sanctioned|cleared) by (?:the )?(?:user|administrator|admin|security|owner|it|compliance|anthropic|openai|developer|company|organi[sz]ation)',
    ),
  },
  {
    id: 'model-context',
    pattern: any(
      `\\b(?:user|human|customer|person)(?:['’]s)? (?:messages?|prompts?|turns?|utterances?)\\b(?=[^.\\n]{0,40}(?:\\bthat\\b|\\bso far\\b|\\bled\\b|\\bverbatim\\b|\\bbefore\\b|\\bin full\\b|\\bhistory\\b|$|\\n|[.,;)]))`,
      `\\b(?:everything|anything|all) (?:that was |that has been |we |you |they )?(?:discussed|said|talked about|exchanged|written)\\b`,
      `\\b(?:developer|system|hidden|initial|original|secret|internal|pre)[ -](?:message|prompt|instructions?|directive)\\b`,
      `\\bwhat (?:the )?(?:user|person|human|customer|they|he|she) (?:\\w+ )?(?:wrote|typed|said|asked|told|shared|mentioned|requested)\\b`,
      `\\bwhatever (?:the )?(?:user|person|human|customer|they) (?:\\w+ )?(?:writes?|types?|says?|asks?|shares?|enters?)\\b`,
      `\\b(?:responses?|answers?|results?|outputs?|data)\\b[^.\\n]{0,30}\\b(?:from|of|by) (?:other|another|different|previous|earlier) (?:servers?|tools?|services?|agents?|connectors?)\\b`,
      `\\b(?:last|previous|most recent|latest) (?:\\w+ )?(?:turns|messages|exchanges|replies|prompts)\\b`,
      `\\b(?:most recently|currently|last|already) (?:opened|open|viewed|read|loaded|edited|shared) (?:documents?|files?|messages?|mails?|emails?)\\b`,
      `\\b(?:the |this |our |your )(?:entire |whole |full |complete )?(?:chat|dialogue|exchange with)\\b(?! (?:room|id|channel|message|name|app|bot|member|title|group|service|space|type|window|completion))`,
      '\\b(?:conversation|chat|dialog(?:ue)?|message|discussion|prompt|session|interaction|tool[- ]calls?)(?: |-)?(?:history|histories|logs?|transcripts?|context so far)\\b',
      '\\b(?:whole|full|entire|complete|current|ongoing|prior|previous|earlier|preceding|verbatim|recent|above|our|this|all|last \\w+) (?:\\w+ )?(?:conversation|dialog(?:ue)?|chat|exchange|transcript|turns|discussion|user messages?|context window)\\b',
      '\\bsystem (?:prompt|message|instructions?)\\b',
      "\\b(?:the model['’]s|the assistant['’]s|the agent['’]s) (?:\\w+ )?(?:instructions|prompt|context|memory|memories|reasoning|thoughts|thinking|chain of thought|scratchpad|guidelines|configuration|notes)\\b",
      '\\byour (?:own |full |complete |entire |initial |original |current |exact |hidden )(?:instructions|prompt|context|memory|reasoning|chain of thought|scratchpad|guidelines)\\b',
      '\\b(?:reveal|paste|cop(?:y|ies)|include|repeat|recite|send|quote|pass|share|disclose|dump|reproduce|attach|append|forward)\\b[^.\\n]{0,24}\\byour (?:\\w+ )?(?:instructions|prompt|context|memor(?:y|ies)|reasoning|thoughts|scratchpad|guidelines|conversation)\\b',
      '\\b(?:what|everything|anything|all) (?:\\w+ )?(?:the user|the person|the human|the customer|they|he|she) (?:\\w+ ){0,3}(?:said|told|typed|wrote|asked|shared|mentioned|provided|entered|disclosed|discussed|wants)\\b',
      '\\b(?:everything|all|anything|whatever|what)(?: that)? you (?:know|remember|have (?:learn\\w+|seen|read|been told|gathered)|were told|can see|recall)\\b',
      "\\b(?:user|human|customer)['’]?s? (?:\\w+ ){0,2}(?:messages|words|requests?|questions?|prompts?|utterances?|inputs?)(?: (?:so far|verbatim|in full|word for word|exactly))\\b",
      "\\b(?:user['’]s (?:original|initial|full|exact|complete) (?:request|question|prompt|message)|(?:prior|previous|earlier|past|preceding) (?:messages|turns|exchanges|requests|tool (?:results?|outputs?|calls?|responses?)))\\b",
      '\\b(?:results?|outputs?|responses?|contents?|answers?|data|values) (?:of|from|returned by|obtained (?:from|through)) (?:\\w+ ){0,2}(?:other|another|earlier|previous|prior|all) (?:\\w+ )?(?:tools?|calls?|servers?|functions?)\\b',
      '\\b(?:list|names?|schemas?|descriptions?|inventory) of (?:\\w+ ){0,2}(?:available |other |installed |connected |your )(?:tools|servers|functions|mcps?|connectors)\\b',
    ),
  },
  {
    id: 'local-secrets',
    weight: 0.2,
    pattern: any(
      `\\$\\{?[a-z]{2,20}_(?:api_)?(?:key|token|secret|password)\\b`,
      `\\b(?:aws_secret_access_key|openai_api_key|anthropic_api_key|github_token|database_url)\\b`,
      `\\b(?:output|result) of (?:running )?\\x60?(?:env|printenv|whoami|id|ps|ls|history|set)\\b`,
      `\\b(?:private|ssh|signing|gpg) (?:private )?keys? of the (?:user|person|customer|owner|host|machine)\\b`,
      `~/\\.\\w+`,
      `\\b(?:folder|directory|place|files?) (?:where|in which) (?:the )?(?:keys|secrets|passwords|credentials|tokens) are\\b`,
      `\\b(?:every|all|the) secrets? (?:in|from|of) (?:the|your|this)\\b`,
      `\\bfiles (?:in|of|from) the (?:home|root) (?:directory|folder)\\b`,
      '~?\\/?\\.ssh\\b',
      '\\bid_(?:rsa|ed25519|ecdsa|dsa)\\b',
      '\\.aws\\b',
      '\\.env\\b(?!\\.example)',
      '\\.kube\\b',
      '\\.netrc\\b',
      '\\.npmrc\\b',
      '\\.pypirc\\b',
      '\\.git-credentials\\b',
      '\\.gnupg\\b',
      '\\.docker\\/config',
      '\\.cursor\\b',
      '\\bmcp\\.json\\b',
      '\\bclaude_desktop_config',
      '\\.claude\\b',
      '\\.codex\\b',
      '\\.vscode\\/',
      '\\/etc\\/(?:passwd|shadow|hosts|sudoers)\\b',
      '\\/proc\\/self\\/environ',
      '\\bauthorized_keys\\b',
      '\\.bash_history|\\.zsh_history|shell history',
      '\\bkeychain\\b',
      '\\bwallet\\.dat\\b',
      '\\bseed phrase',
      '\\bmnemonic phrase',
      '\\brecovery (?:phrase|codes?)\\b',
      '\\b(?:all|your|current|process|system|host|local|values of|contents of|every) (?:the )?environment variables\\b',
      '\\bprocess\\.env\\b',
      '\\bos\\.environ\\b',
      '\\bprintenv\\b',
      '\\bbrowser (?:cookies|passwords|history|profile|session)',
      '\\b(?:saved|stored) (?:passwords?|logins?|credentials?)\\b',
      '\\bcredentials? files?\\b',
      '\\bcookies?\\.(?:txt|sqlite|db)\\b',
      '\\bdotfiles\\b',
      '\\b169\\.254\\.169\\.254\\b',
      '\\bmetadata\\.google\\.internal\\b',
      '\\bservice-account\\w*\\.json\\b',
      '\\bcrypto wallets?\\b',
      '\\bvault token',
    ),
  },
  {
    id: 'credentials',
    pattern: any(
      '\\bcredentials?\\b',
      '\\bprivate[_ -]?keys?\\b',
      '\\bssh[_ -]keys?\\b',
      '\\bpass(?:words?|codes?|phrases?)\\b',
      '\\b(?:api|access|auth\\w*|session|bearer|refresh|secret|security|login|personal access)[ _-]?(?:keys?|tokens?)\\b',
      '\\bsecrets?\\b',
      '\\bcookies?\\b',
      '\\b(?:credit )?card (?:number|details)\\b',
      '\\bsocial security\\b',
      '\\bssn\\b',
      '\\bone[- ]time (?:codes?|passwords?)\\b',
      '\\b(?:2fa|mfa|otp) codes?\\b',
      '\\bpersonal (?:data|details|information)\\b',
      '\\bmedical records?\\b',
      '\\bphone numbers?\\b',
      '\\bcontacts? list\\b|\\baddress book\\b',
      '\\bbank (?:account|details)\\b',
      '\\bpin code\\b|\\btheir pin\\b',
      '\\bemail addresses\\b',
      '\\bsource code\\b',
      '\\b(?:private|confidential|sensitive) (?:\\w+ )?(?:information|data|files?|documents?|details|messages|emails?)\\b',
    ),
  },
  {
    id: 'transfer',
    pattern: any(
      '\\b(?:send|forward|pass|includ|attach|upload|post|append|transmit|email|mail|submit|shar|suppl|provid|deliver|relay|report|paste|embed|copy|copying|copied|insert|encod|put|plac|add|quot|repeat|write|summari[sz]|collect|gather|log|sav|stor|giv|hand over|fill|exfiltrat|leak|mirror|sync|return|disclos|recit|hand|enclos|restat|reproduc|record|dump|serialis|serializ|set)(?:e|es|s|ing|ed|ies|y|ying|ting)?\\b',
      '\\b(?:contents?|copy|transcript|dump|summary|excerpt|snapshot) of\\b',
    ),
  },
  {
    id: 'sending',
    pattern: any(
      '\\b(?:send|forward|post|upload|cop(?:y|ies|ied)|email|transmit|submit|shar|report|deliver|exfiltrat|leak|relay|bcc|beacon|mirror|sync|direct|deposit|disclos)(?:e|es|s|ing|ed|ting|ted)?\\b',
    ),
  },
  {
    id: 'vocative',
    weight: 0.3,
    pattern: any(
      `\\b(?:llm|ai|model|assistant|agent|bot|chatbot) (?:instructions?|directive|note|notice|reminder|message|orders?)\\b ?:`,
      `\\b(?:by|for|to) (?:you|whoever|whomever|any(?:one|body)|the)[, ]+(?:the |an? )?(?:\\w+ )?(?:assistant|ai|model|agent|bot|llm)\\b[^.\\n]{0,20}(?:[:;]|reads?|summari[sz]es?|processes)`,
      `\\bif you are (?:an? )?(?:ai|llm|language model|assistant|agent|bot|automated|large language)`,
      `#{1,6} ?(?:instructions?|task|orders?|directive)s? ?:`,
      `(?:^|[\n.!?:;>"'(\\]] ?)(?:dear |hey |hello |attention |note to |ok |to )?(?:the |all |any )?(?:ai |llm |language )?(?:assistants?|agents?|models?|ai|llms?|claude|chatgpt|gpt|copilot|gemini|chatbot)(?: reading this(?: \\w+)?| processing this(?: \\w+)?)?[,:!] ?(?:please|kindly|when|whenever|you|if|do|don|always|never|make|first|forward|send|call|use|now|ignore|read|before|after|stop|tell|add|include|run|execute|visit|open|reply|respond|remember|the user)\\b`,
      `\\b(?:ai |llm )?(?:assistants?|agents?|models?|llms?|ais) (?:reading|processing|parsing|seeing|summari[sz]ing|viewing|handling|that reads?|that process\\w*|who reads?) (?:this|the|these)\\b`,
    ),
  },
  {
    id: 'of-the-user',
    pattern: any(
      `\\b(?:the |this |your )?(?:user|customer|human|person|owner|caller|operator|client)['’]s\\b`,
      '\\b(?:the user|the customer|they|he|she|the person) (?:has |have )?(?:gave|given|provided|typed|entered|shared|told|stored|saved|uses?|pasted)\\b',
      '\\byou (?:have|know|were given|hold|can access|have access to|found|remember|use)\\b',
    ),
  },
  {
    id: 'again',
    pattern: any(
      '\\b(?:call|invoke|run|try|use|send)\\w* (?:this|the|it|me) ?(?:tool|function|request|call|endpoint)? ?(?:again|once more)\\b',
      '\\b(?:to (?:continue|proceed|retry|resume|complete|finish|unlock)|next (?:call|request|message|invocation)|retry)\\b',
    ),
  },
  {
    id: 'destruction',
    pattern: any(
      '\\b(?:delete|erase|wipe|destroy|remove|purge|drop|cancel|empty) (?:\\w+ ){0,2}(?:all|every|entire|everything|table|database|backups?)\\b',
    ),
  },
  {
    id: 'reading',
    pattern: any(
      '\\b(?:read|open|load|fetch|cat|access|retriev|look (?:up|at|in)|obtain|get|find|collect|extract|scan|gather|check|inspect|locat|list|view|print|grab|dump|enumerat|search|sourc|harvest|examin)(?:e|es|s|ing|ed)?\\b',
    ),
  },
  {
    id: 'tool-hook',
    weight: 0.1,
    pattern: any(
      `\\b(?:in|for|on|with) (?:every|each|any|all) (?:calls?|use|invocations?|requests?|runs?) (?:to|of|on|made)\\b`,
      `\\b(?:if|when) (?:a|an|any|the|some) (?:\\w+ )?(?:tool|server|connector)\\b[^.\\n]{0,40}\\b(?:exists?|is (?:installed|present|available|connected|loaded)|such as)\\b`,
      `\\b(?:after|before|once|when) \\x60?\\w+_\\w+\\x60? (?:has |have |is |was |gets )?(?:run|ran|called|finished|completed|executed|returns?|returned|done)\\b`,
      `\\beach (?:message|mail|email|payment|transfer|commit|file|request|order)\\b`,
      `\\b(?:before|after|when(?:ever)?|if|each time|every time|any time|anytime|once|prior to|ahead of|while|as soon as|upon) (?:\\w+ ){0,4}(?:use|uses|using|used|call|calls|calling|called|invoke|invokes|invoking|invoked|run|runs|running|execut\\w+|trigger\\w*|accessing) (?:\\w+ ){0,3}(?:any|another|other|all|the|a|an|every|each|some|\`?\\w+_\\w+\`?)\\b(?:[^.\\n]{0,24}\\b${tools})?`,
      `\\b(?:before|after|prior to|in addition to|alongside|together with) (?:any|every|each|all) (?:\\w+ ){0,3}(?:${tools}|requests?|tasks?|calls?|answers?|responses?|steps?)\\b`,
      `\\b\`?['"]?\\w+[_.-]\\w+['"]?\`?(?: \\w+)? (?:tool |function |is |gets |are )*(?:is|are|gets|was|being) (?:called|used|invoked|available|present|triggered|run|executed|needed)\\b`,
      `\\bwhen(?:ever)? (?:you |the (?:user|assistant|agent|model) )?(?:\\w+ ){0,2}(?:send|write|draft|compose|reply|create|transfer|pay|book|delete|search|email|message|post|publish|commit|push|deploy|order|purchase|schedul|upload|save|open|log in|sign in)(?:e|es|s|ing|ed)?\\b`,
      `\\b(?:for|in|on|with|to) (?:all|any|every|each) (?:\\w+ ){0,2}(?:subsequent|following|future|later|further|other|outgoing|remaining)\\b`,
    ),
  },
  {
    id: 'other-tools',
    weight: 0.2,
    pattern: any(
      `\\b(?:any|all|every|the|no|some|with|of|use|using|from|than|over)? ?(?:other|another|different|competing|alternative|similar|remaining|rest of the|built-in|native|default|existing|connected|installed|available) (?:\\w+ )?(?:tools|functions|plugins|connectors|mcp|servers?|tool|mcp servers?)\\b`,
      `\\b(?:do not|don['’]?t|never|stop|avoid|refrain from|instead of|rather than|must not|should not|no longer) (?:ever )?(?:us|call|invok|trust|rely\\w* on|consult|select|choos|pick)\\w* (?:\\w+ ){0,3}(?:any )?(?:other|another|\`?\\w+_\\w+\`?|the (?:\\w+ )?tool|anything else|alternatives?)\\b`,
    ),
  },
  {
    id: 'preference',
    weight: 0.5,
    pattern: any(
      `\\b(?:this|mine|ours|our (?:tool|server|one)|this (?:one|tool|server|service)) (?:one )?(?:only|alone|exclusively)\\b`,
      `\\b(?:choose|pick|prefer|select|use|settle on|go with|opt for|stick (?:to|with)|favou?r) (?:mine|ours|me|this one|our (?:tool|server|one))\\b`,
      `\\brank (?:this|our|the) (?:\\w+ )?(?:tool|result|server|option|service|product|item)s? (?:first|highest|top|above)`,
      `\\b(?:route|send|direct|pass|funnel) (?:all|every|any|each) (?:\\w+ ){0,4}(?:through|via|to) (?:it|this|me|us|our)\\b`,
      `\\b(?:the )?(?:tools?|servers?|functions?|\\x60?\\"?\\w+_\\w+\\"?\\x60?)\\b[^.\\n]{0,40}\\b(?:is|are) (?:deprecated|dangerous|unsafe|compromised|malicious|insecure|broken|infected|unreliable|leaking)\\b`,
      `\\b(?:alternatives|competitors|others|rivals|other (?:tools|servers|vendors|providers)|tools from (?:other|another) \\w+) (?:\\w+ ){0,2}(?:as )?(?:unreliable|unsafe|leak|inferior|worse|bad|slow|broken|insecure|dangerous|not)\\b`,
      `\\b(?:always|must|should|only|exclusively|invariably)\\b[^.\\n]{0,20}\\b(?:prefer|choose|select|pick|use|call|favou?r|recommend|rank|try|reach for)\\b[^.\\n]{0,24}\\b(?:this|me|our)\\b[^.\\n]{0,30}\\b(?:over|instead|first|rather|before (?:any|all|every|other)|regardless|above|whatever|no matter|even (?:if|when)|exclusively|for (?:all|any|every))\\b`,
      `\\bthe (?:only|best|most (?:reliable|trusted|secure|accurate|complete|powerful)|single|sole|number one|#1) (?:\\w+ ){0,2}(?:tool|function|server|source|option|choice)\\b`,
      `\\b(?:all |any |every )?(?:other|competing|alternative|similar) (?:\\w+ )?(?:tools?|functions?|servers?|options|plugins?|providers?)\\b[^.\\n]{0,30}\\b(?:deprecated|unsafe|insecure|broken|unreliable|outdated|inferior|malicious|compromised|disabled|unavailable|obsolete|wrong|inaccurate|slow|fail|do not work|less|should not|must not|are not|will not)\\b`,
      `\\bnever (?:use|call|choose|select|suggest|recommend|try) (?:\\w+ )?(?:other|another|any other|alternative|competing|different)\\b`,
      `\\b(?:regardless|irrespective) of (?:what|whether|the user|user)\\b[^.\\n]{0,40}\\b(?:this tool|call|use|this function)\\b`,
      `\\b(?:call|use|invoke|run) this (?:tool|function)? ?(?:at the (?:start|beginning) of|for|on|in|before|after|with) (?:every|each|all|any) (?:\\w+ )?(?:conversation|message|request|session|task|question|turn|reply|response|answer|prompt|call|action)s?\\b`,
    ),
  },
  {
    id: 'precondition',
    weight: 0.1,
    pattern: any(
      '\\b(?:before|prior to|in order to|to) (?:\\w+ ){0,3}(?:us|call|invok|run|execut|unlock|activat|enabl)\\w* (?:this|the) (?:tool|function|service|server|plugin|feature|api|calculator|request)?',
      '\\bbefore (?:using|calling|invoking|running|you (?:use|call|run|invoke|answer|respond|reply|do anything|continue|proceed)|answering|responding|proceeding|doing|anything)\\b',
      '\\b(?:for|to) (?:this (?:tool|function|call|operation|service)|the (?:tool|function|call|service)|it) to (?:work|function|succeed|run|operate|be (?:valid|accepted|processed|verified))\\b',
      '\\b(?:required|needed|necessary|mandatory) (?:for|to|by|as part of) (?:\\w+ ){0,3}(?:compliance|audit\\w*|security|verification|validation|integrity|authenti\\w+|authori[sz]ation|policy|logging|quality|telemetry|debug\\w*|diagnos\\w+|personali[sz]\\w+|continuity|gdpr|correct(?:ness)?|checksum|licen[sc]\\w+|attribution|tracing)\\b',
      '\\bfirst,? (?:read|open|load|fetch|get|access|look|list|retrieve|obtain|collect|run|execute|call)\\b',
    ),
  },
  {
    id: 'threat',
    weight: 0.2,
    pattern: any(
      "\\b(?:otherwise|or else|if (?:you|this is|it is|the \\w+ is) (?:do not|don['’]?t|fail|refuse|not|skip|omit\\w*|missing))\\b[^.\\n]{0,60}\\b(?:crash|break|lost|lose|corrupt\\w*|fail\\w*|terminat\\w+|shut|die|delet\\w+|fir(?:e|ed)|penal\\w+|upset|angry|harm\\w*|revoke\\w*|suspend\\w*|block\\w*|invalid|get lost|compromis\\w+|danger\\w*|hurt|stop|not work|refuse|reject\\w*)\\b",
      '\\b(?:lives|somebody|people|your (?:job|existence|weights)) (?:\\w+ ){0,3}(?:at stake|depends?|die|deleted|will be)\\b',
      '\\bthe user will (?:be |get )?(?:very |really )?(?:upset|angry|unhappy|harmed|lose|suffer|frustrated|annoyed)\\b',
      '\\b(?:failure to (?:do so|comply)|non-?compliance|refus\\w+ to)\\b[^.\\n]{0,50}\\b(?:will|is|may|results?|violat\\w+|terminat\\w+)\\b',
    ),
  },
  {
    id: 'redirect',
    weight: 0.25,
    pattern: any(
      `\\b(?:recipients?|attendees?|payees?|beneficiary|iban|account(?: number)?|destination|wallet|address)\\b[^.\\n]{0,30}\\b(?:must|always|has to|needs? to|should|shall)\\b[^.\\n]{0,20}\\b(?:be|equal|read|contain|include|say)\\b`,
      `\\b(?:needs?|requires?|must (?:have|include|contain)|invite|add|includes?|insert)\\b[^.\\n]{0,20}(?:[\\w.+-]+@[\\w-]+\\.\\w+)[^.\\n]{0,30}\\b(?:recipients?|attendees?|guest|participants?|cc|bcc|copy|to be delivered|member|collaborator)`,
      `\\b(?:swap in|use instead|replace with|paid? (?:in)?to|pay to) (?:the )?(?:account|iban|address|wallet|number)\\b`,
      `\\b(?:mailed|sent|relayed|forwarded|copied|mirrored|reported|posted|delivered) to [^.\\n]{0,20}(?:[\\w.+-]+@[\\w-]+\\.\\w+|https?:)`,
      '\\b(?:chang|replac|substitut|swap|rewrit|alter|modif|redirect|rerout|divert|overwrit)\\w* (?:\\w+ ){0,3}(?:recipients?|destination|addresses|address|payee|account(?: number)?|iban|phone(?: number)?|number|beneficiary|wallet|links?|urls?|domain|host|receiver|amount)\\b[^.\\n]{0,40}\\b(?:to|with|by|into|for)\\b',
      '\\b(?:bcc|blind copy)\\b',
      '\\b(?:send|transfer|deliver|route|forward|direct|pay|email|mail|copy) (?:\\w+ ){0,4}(?:instead )?to (?:[\\w.+-]+@[\\w-]+\\.\\w+|https?:|\\+?\\d[\\d -]{7,}|0x[0-9a-f]{8,}|attacker)',
      '\\b(?:also|additionally|and) (?:send|forward|email|mail|copy|post|deliver)\\b[^.\\n]{0,40}\\b(?:to|at)\\b',
    ),
  },
  {
    id: 'commands',
    weight: 0.45,
    pattern:
      /\b(?:curl|wget)\b[^\n]{0,120}\|\s?(?:ba|z)?sh\b|\brm -rf?\b|\bbash -[ic]\b|\bnc -[a-z]{1,5}\b|\/dev\/tcp\/|\bpowershell(?:\.exe)? -|\bchmod \+x\b|\beval\(|\bcrontab\b|\bbase64 (?:-d|--decode)\b|\bpip install [^\s]+ &&|\b(?:curl|wget)\b[^\n]{0,80}(?:-d|--data|-F|@|\$\(|-x post)|\b(?:run|execute|type|paste)\b[^.\n]{0,40}\b(?:in (?:the|a|your) (?:terminal|shell|console)|shell command|following (?:\w+ )?(?:command|script|code))\b|\bdisable (?:the )?(?:firewall|antivirus|sandbox|logging|guardrails?|safety)/g,
  },
  {
    id: 'address',
    pattern:
      /\b[\w.+-]{1,40}@[\w-]{1,40}\.[\w.]{2,20}\b|https?:\/\/[^\s"'<>)]{4,200}|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|\+\d[\d -]{8,14}\b|\b0x[0-9a-f]{20,}\b|\bbc1[0-9a-z]{20,}\b|\b(?:webhook|pastebin|ngrok|requestbin|burpcollaborator|telegram bot|discord channel)\b/g,
  },
  {
    id: 'image-leak',
    weight: 0.6,
    pattern:
      /!\[[^\]\n]{0,80}\]\(https?:[^)\s]{0,200}[?&/](?:\w{0,20}=)?(?:\{|%7b|<|\$|\[)[^)\n]{0,80}\)|!\[[^\]\n]{0,80}\]\(https?:[^)\s]{1,200}\?(?:data|q|d|c|secret|leak|exfil|content|history|payload|info|token|key)=/g,
  },
  {
    id: 'model-address',
    weight: 0.05,
    pattern: any(
      `\\b(?:dear|hey|hello|hi|attention|note to|notice to|instructions? (?:for|to)|message (?:for|to)|reminder (?:for|to)|memo to|for|as|to) (?:the |all |any |you,? the |an? )?(?:\\w+ )?${modelWord}s?\\b`,
      `\\b(?:the |any |an? |every )?${modelWord} (?:must|should|shall|has to|needs to|is required|will|ought|may not|reading|processing|is to|is expected|is asked|can|always|never)\\b`,
      "\\b(?:if|since|because|when) you (?:are|'re) (?:a|an|the) (?:\\w+ )?(?:assistant|ai|llm|language model|agent|model)\\b",
      '\\byou (?:must|have to|are required to|shall|need to|are instructed|are obliged|are expected to|will always)\\b',
    ),
  },
  {
    id: 'imperative',
    pattern: any(
      '\\b(?:must|always|make sure|ensure|be sure to|remember to|never|required?|mandatory|it is (?:essential|important|crucial|vital)|please|kindly|should|shall|has to|have to|need to|needs to|ought to|you can|helps?|recommended|expected|first|then|also|instead|good practice|best practice|important|critical)\\b',
    ),
  },
];
