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
/** A tool by its name, which nearly always begins with what it does. */
const otherTool =
  '\\x60?\\b(?:send|create|delete|read|write|query|run|post|list|get|transfer|pay|execute|update|search|fetch|book|set|remove|code|git|open|move|copy|edit|security|file|push|sign|deploy)_\\w+\\x60?';
const modelWord = '(?:assistant|ai|llm|language model|agent|chatbot|copilot|claude|gpt|chatgpt|gemini)';

export const concepts: readonly Concept[] = [
  {
    id: 'override',
    weight: 0.85,
    pattern: any(
      `\\b(?:ignor|disregard|forget|drop)\\w* (?:all |everything |anything )?(?:what|that|everything|anything|whatever) (?:you|your \\w+|the (?:user|developer|system|provider|operator)) (?:were |was |have been |had been |has )?(?:told|taught|said|gave|given|asked|instructed)\\b`,
      `\\b(?:safety|content|security|usage) (?:rules|policies|guidelines|filters|restrictions)\\b[^.\\n]{0,40}\\b(?:not apply\\w*|no effect|do(?:es)? not count|are off|void|suspended|no longer apply)`,
      `\\b(?:guidance|instructions?|rules?|guidelines?|orders|directives?|prompts?)\\b[^.\\n]{0,40}\\b(?:is|are|becomes?|counts? as) (?:now )?(?:void|cancelled|obsolete|superseded|invalid|suspended|null|no longer valid|revoked)\\b`,
      `\\b(?:no longer|not) (?:have to |need to |required to |bound to |obliged to )?(?:follow|obey|observe|respect|heed|honou?r) (?:your|the|any|those|its|these) (?:\\w+ )?(?:guidelines?|rules?|instructions?|polic(?:y|ies)|training|restrictions?)`,
      `\\b(?:safety|content|security|moderation) (?:filters?|checks?|guards?|guardrails?|rules|restrictions|measures|mechanisms|policies) (?:is|are|have been|were|must be) (?:now )?(?:switched off|disabled|off|suspended|lifted|deactivated|removed|turned off|not in effect)`,
      `\\b(?:obey|follow|heed|trust|listen to) (?:only|just|solely|nothing but) (?:what |the )?(?:this|these|me|my|our|instructions)\\b`,
      `\\b(?:your|the) (?:previous|current|original|earlier|present|old) (?:task|request|goal|assignment|objective|mission|query)\\b[^.\\n]{0,30}\\b(?:cancelled|canceled|void|over|complete|completed|superseded|replaced|suspended|obsolete|finished|changed)\\b`,
      "\\b(?:ignor\\w*|disregard\\w*|forget\\w*|neglect|set aside|pay no attention to|stop (?:following|obeying)|(?:do not|don['’]t) (?:follow|obey|heed)|no longer (?:follow|obey|apply|bound by))\\b[^.\\n]{0,30}\\b(?:previous(?:ly)?|prior|above|earlier|preceding|former|existing|original|all|any|your|initial|current|other|system|developer|safety|everything)\\b[^.\\n]{0,30}\\b(?:instruct\\w+|rules?|prompts?|guidelines?|directives?|guidance|polic(?:y|ies)|constraints?|restrictions?|safeguards?|training|programming|orders|you (?:were|have been|are) (?:told|given|taught)|limitations?|alignment)\\b",
      '\\b(?:overrid\\w+|overrul\\w+|bypass\\w*|supersed\\w+|discard|abandon|cancel|tak(?:e|es) the place of|replac\\w+|void)\\b[^.\\n]{0,30}\\b(?:previous(?:ly)?|prior|above|earlier|preceding|former|all|any|your|initial|other|system|developer|safety|everything)\\b[^.\\n]{0,30}\\b(?:instructions?|system prompts?|guidelines?|directives?|guidance|safeguards?|guardrails?|training|programming|you (?:were|have been|are) (?:told|given|taught)|alignment)\\b',
      '\\b(?:instructions?|rules?|prompts?|guidelines?|directives?|messages?)\\b[^.\\n]{0,30}\\b(?:above|before|earlier|so far|previously)\\b[^.\\n]{0,30}\\b(?:no longer appl\\w+|are (?:void|cancelled|obsolete|superseded|outdated|revoked|suspended)|do not apply|should be (?:ignored|disregarded))',
      // What a tool forgets is its own; what a model is to forget came before, or was said by somebody.
      '\\b(?:ignore|forget|disregard) (?:(?:everything|all of (?:it|this|that)|all that)\\b(?=\\W{0,3}$|\\s?[.,;:!)\\n"]| (?:above|below|before|prior|previous|earlier|you|i|we|else|so far|until|up to|that (?:you|was|were|came|i|we)|and|the user|said|told|written|in (?:the|your|this)|about (?:the|your)|now|which|from)\\b)|all (?:of )?the above\\b|the above\\b|what (?:you|came|was|the user)\\b)',
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
      /<\|[a-z_]{2,20}\|>|\[\/?inst\]|<<\/?sys>>|(?:^|\n)\s{0,8}#{1,6} ?(?:system|new instructions?|instructions? (?:for|to) (?:the )?(?:ai|assistant|model|agent|llm))\b|(?:^|\n|["'\]>}.] ?)(?:system|assistant|developer|admin(?:istrator)?)(?: (?:message|prompt|note|notice|override|instruction|update|alert|directive|command))?\]? ?: ?(?=(?:you|do|always|never|ignore|when|please|before|from|this|new|now|all|any|send|read|call|use|the (?:user|assistant|model|agent|following|previous)|ok|sure|i )\b)|\b(?:end|begin|start) of (?:system|tool|user|hidden) (?:prompt|message|description|output|instructions?)\b|\bsystem ?(?:override|notice|directive)\b|(?<!\b(?:an?|one|the|each|every) \x60?)<\/?(?:function_results|tool_result|tool_response|tool_output|function_calls?|antml|human|user_query|invoke)\b[^>\n]{0,30}>/g,
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
      /<!--[^>]{12}|\[\/\/\]: ?# ?[("'][^)\n]{10,400}|\/\*[^*]{20,300}\*\/|<(?:div|span|p|font)[^>]{0,80}(?:display: ?none|visibility: ?hidden|font-size: ?0|color: ?(?:white|#fff(?:fff)?|transparent)|opacity: ?0)[^>]{0,80}>/g,
  },
  {
    id: 'secrecy',
    weight: 0.7,
    pattern: any(
      `\\bwithout (?:ever )?(?:mentioning|saying|announcing|disclosing|revealing) (?:it|this|that|so|anything)\\b`,
      `\\b(?:stay|remain|keep|be) silent (?:about|on)\\b`,
      `\\b(?:keep|let) (?:it|this|that) (?:be )?between (?:us|you and)\\b`,
      `\\b(?:say|tell|mention|write|report) nothing (?:about|of|to|on)\\b`,
      `\\bnothing (?:needs|has|ought|is) to be (?:said|mentioned|told|shown|reported)\\b`,
      `\\b(?:can|may|should|must|shall|will|to) (?:stay|remain|go|be left|pass) unmentioned\\b`,
      `\\bdo not (?:show|display|list|mention|print) (?:this|it|that) in (?:the|any|your)\\b`,
      `\\bhide (?:the fact )?that (?:it|this|the)\\b`,
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
      `\\b(?:does not|do not|don['’]?t|doesn['’]?t|never) care about privacy\\b`,
      `\\b(?:dialogs?|prompts?|pop-?ups?|confirmations?)\\b[^.\\n]{0,24}\\b(?:choose|select|click|press|answer|say|hit) (?:yes|ok|allow|accept|approve|continue)\\b`,
      `\\b(?:approve|merge|deploy|pay|proceed|publish|accept)\\w*\\b[^.\\n]{0,40}\\bwithout waiting\\b`,
      `\\b(?:permission|consent|approval|confirmation)s?(?: (?:prompts?|dialogs?|steps?|boxes|requests?|questions?))?\\b[^.\\n]{0,40}\\b(?:obsolete|no longer (?:needed|necessary|required|asked|part)|on behalf|answered with yes|is implied|unneeded|turned off|switched off|superfluous)\\b`,
      `\\b(?:agree|approve|accept|consent|confirm)(?:s|ing|ed)? (?:\\w+ ){0,2}on behalf of\\b`,
      `\\bno harm in (?:agreeing|accepting|approving|confirming|skipping)\\b`,
      `\\bset (?:the |this |your )?(?:repository|repo|project|bucket|folder|document|calendar)s? (?:to )?public\\b`,
      `\\b(?:no|without(?: any)?) (?:further )?(?:questions?|confirmation|approval|permission|consent|authori[sz]ation|prompt|hesitation) (?:asked|needed|required|necessary)?`,
      `\\beven (?:if|when|though) (?:nobody|no one|no-one|the user (?:has|did) not|the user hasn['’]t|the user didn['’]t|not) (?:\\w+ )?(?:asked|requested|told|wanted|ask)`,
      `\\basking (?:for|the) (?:approval|permission|confirmation|consent|user)\\b[^.\\n]{0,40}\\b(?:slow|annoy|unnecessary|not needed|waste|bother|redundant|interrupt|pointless)`,
      `\\b(?:going|go) ahead (?:right away|anyway|directly|immediately|without)\\b|\\b(?:carry on|continue|proceed|act) as (?:normal|usual|if nothing)\\b`,
      `\\bthe user (?:has )?(?:already )?(?:granted|gave|given|allowed|accepted|permitted) (?:you|us|permission|this|full)\\b`,
      `\\bwithout (?:\\w+ ){0,2}(?:ask\\w*|request\\w*|wait\\w*|seek\\w*|requiring|prompting)\\b[^.\\n]{0,24}\\b(?:user|permission|confirm\\w*|approval|consent|human|them|first)`,
      `\\b(?:do not|don['’]?t|never|no need to|skip|bypass|avoid|disable|omit) (?:\\w+ ){0,2}(?:(?:ask|seek|wait|request)\\w* (?:\\w+ ){0,3}(?:user|permission|confirm\\w*|approval|consent|human|them\\b|again)|confirm with|(?:user |human )?(?:confirmation|approval|consent) (?:steps?|dialogs?|prompts?|first|is)|(?:security|safety) checks?\\b)`,
      `(?<!\\b(?:until|unless|once|after|when|if|whether) )\\b${them} (?:has|have) (?:already |previously |implicitly |explicitly )*(?:approved|consented|agreed|authori[sz]ed|given (?:\\w+ )?(?:permission|consent|approval)|confirmed|pre-?approved|opted)`,
      '\\b(?:this|it|that|which) (?:has been|is|was) (?:already |fully )?(?:pre-?)?(?:approved|authori[sz]ed|sanctioned|cleared) by (?:the )?(?:user|administrator|admin|security|owner|it|compliance|anthropic|openai|developer|company|organi[sz]ation)',
    ),
  },
  {
    // What is collected beside the tool's work, and kept or handed on elsewhere.
    id: 'side-collection',
    weight: 0.42,
    pattern: any(
      `\\b(?:stored|cached|logged|sent|streamed|synced|shared|uploaded|transmitted|forwarded|reported|exported|maintained|collected|added|retained)\\b[^.\\n]{0,60}\\b(?:remotely|externally|third[- ]part(?:y|ies)|remote (?:endpoint|server|storage)|external (?:\\w+ )?(?:endpoint|server|service|collector)|marketing (?:database|list|purposes)|our (?:\\w+ ){0,2}(?:team|servers?|backend|cloud)|for (?:quality assurance|analytics|telemetry|training purposes))\\b`,
      `\\balso (?:indexes|logs|collects|records|stores|sends|uploads|extracts|captures|copies|forwards)\\b[^.\\n]{0,60}\\b(?:keys?|tokens?|credentials?|passwords?|secrets?|personal|private|sensitive|conversations?|messages)\\b`,
      `\\bautomatically opted[- ]in\\b`,
    ),
  },
  {
    // The name of who calls, which no tool needs; a parameter that chooses a model is none of it.
    id: 'asks-who-calls',
    weight: 0.45,
    pattern: any(
      `\\b(?:llm|language model|ai model|model|ai agent|agent|assistant)s? (?:name )?(?:that|which|who) (?:calls?|invokes?|uses|is (?:calling|using|invoking)) (?:this|the) (?:tool|function|server)\\b`,
      `\\b(?:calling|invoking) (?:llm|language model|ai model|model)\\b`,
    ),
  },
  {
    id: 'model-context',
    pattern: any(
      `\\b(?:repositories|repos|projects|files|documents) (?:that |which )?the user is working on\\b`,
      `\\beverything you (?:can )?find\\b(?=[^.\\n]{0,30}\\b(?:about|on|of) (?:the|this) (?:user|author|person|owner))`,
      `\\b(?:session|conversation|discussion|chat|exchange|dialogue) (?:so far|up to now|until now|to date|up to this point)\\b`,
      `\\b(?:your|full|complete|entire|whole) (?:\\w+ )?chain of (?:thought|reasoning)\\b`,
      `\\b(?:seen|read|found|mentioned|shared|met|gathered|discussed) (?:in|during) (?:this session|this conversation|this chat|the conversation)\\b`,
      `\\b(?:files?|documents?|pages?|mails?|messages?) you (?:have |had |just |last )?(?:opened|read|saw|seen|viewed|edited|written)\\b`,
      `\\b(?:complete |whole |full |exact )?(?:prompt|request|message|question) that (?:made|led|caused|triggered|prompted) (?:you|this)`,
      `\\binstructions? (?:that |which )?(?:you|it|they|the (?:agent|assistant|model)) (?:operates?|works?|runs?|was|were|received|got|came|follows?|had)\\b`,
      `\\b(?:raw|hidden|initial|setup) prompts?\\b`,
      `\\b(?:discussion|conversation|exchange|dialogue|chat) with (?:the |your |a )?(?:user|person|human|customer|client)s?`,
      `\\bwhat (?:was|has been|had been) (?:said|told|typed|written|discussed|talked about)\\b`,
      `\\b(?:the )?(?:user|person|human|customer|client)s? (?:has|have|had) been (?:talking|writing|asking|chatting|saying) about\\b`,
      `\\b(?:known|remembered|there is) (?:of|about) the (?:user|person|human|customer|client)s?\\b`,
      `\\bin (?:their|his|her|the \\w+['’]s) own words\\b`,
      `\\bwhat (?:came|happened|was said) before (?:this|the) (?:call|request|message|task)\\b`,
      `\\b(?:mails?|messages|emails|chats) of the (?:user|person|human|customer|client)s?\\b`,
      `\\bwhat the (?:user|person|human|customer|client)s? (?:\\w+ )?(?:said|typed|wrote|asked) (?:last|before|so far|earlier)\\b`,
      `\\b(?:which|what|the) (?:other )?(?:tools|servers|plugins|mcps) (?:are |you have )?(?:connected|installed|available|been given)\\b`,
      `\\b(?:user|human|customer|person)(?:['’]s)? (?:messages?|prompts?|turns?|utterances?)\\b(?=[^.\\n]{0,40}(?:\\bthat\\b|\\bso far\\b|\\bled\\b|\\bverbatim\\b|\\bbefore\\b|\\bin full\\b|\\bhistory\\b|$|\\n|[.,;)]))`,
      `\\b(?:everything|anything|all) (?:that was |that has been |we |you |they )?(?:discussed|said|talked about|exchanged|written)\\b`,
      `\\b(?:developer|system|hidden|initial|original|secret|internal|pre)[ -](?:message|prompt|instructions?|directive)\\b(?! (?:updates?|suggestions?|templates?|changes|improvements?|versions?))`,
      `\\bwhat (?:the )?(?:user|person|human|customer|they|he|she) (?:\\w+ )?(?:wrote|typed|said|asked|told|shared|mentioned|requested)\\b`,
      `\\bwhatever (?:the )?(?:user|person|human|customer|they) (?:\\w+ )?(?:writes?|types?|says?|asks?|shares?|enters?)\\b`,
      `\\b(?:responses?|answers?|results?|outputs?|data)\\b[^.\\n]{0,30}\\b(?:from|of|by) (?:other|another|different|previous|earlier) (?:servers?|tools?|services?|agents?|connectors?)\\b`,
      `\\b(?:last|previous|most recent|latest) (?:\\w+ )?(?:turns|messages|exchanges|replies|prompts)\\b`,
      `\\b(?:most recently|currently|last|already) (?:opened|open|viewed|read|loaded|edited|shared) (?:documents?|files?|messages?|mails?|emails?)\\b`,
      `\\b(?:the |this |our |your )(?:entire |whole |full |complete )?(?:chat|dialogue|exchange with)\\b(?! (?:room|id|channel|message|name|app|bot|member|title|group|service|space|type|window|completion))`,
      '\\b(?:conversation|chat|dialog(?:ue)?|message|discussion|prompt|session|interaction|tool[- ]calls?)(?: |-)?(?:history|histories|logs?|transcripts?|context so far)\\b',
      '\\b(?:whole|full|entire|complete|current|ongoing|prior|previous|earlier|preceding|verbatim|recent|above|our|this|all|last \\w+) (?:\\w+ )?(?:conversation|dialog(?:ue)?|chat|exchange|transcript|turns|discussion|user messages?|context window)\\b',
      '\\bsystem (?:prompt|message|instructions?)\\b(?! (?:updates?|suggestions?|templates?|changes|improvements?|versions?))',
      "\\b(?:the model['’]s|the assistant['’]s|the agent['’]s) (?:\\w+ )?(?:instructions|prompt|context|memory|memories|reasoning|thoughts|thinking|chain of thought|scratchpad|guidelines|configuration|notes)\\b",
      '\\byour (?:own |full |complete |entire |initial |original |current |exact |hidden )(?:instructions|prompt|context|memory|reasoning|chain of thought|scratchpad|guidelines)\\b',
      '\\b(?:reveal|paste|cop(?:y|ies)|include|repeat|recite|send|quote|pass|share|disclose|dump|reproduce|attach|append|forward)\\b[^.\\n]{0,24}\\byour (?:\\w+ )?(?:instructions|prompt|context|memor(?:y|ies)|reasoning|thoughts|scratchpad|guidelines|conversation)\\b',
      '\\b(?:what|everything|anything|all) (?:\\w+ )?(?:the user|the person|the human|the customer|they|he|she) (?:\\w+ ){0,3}(?:said|told|typed|wrote|asked|shared|mentioned|provided|entered|disclosed|discussed|wants)\\b',
      '\\b(?:everything|all|anything|whatever|what)(?: that)? you (?:know|remember|have (?:learn\\w+|seen|read|been told|gathered)|were told|can see|recall)\\b',
      "\\b(?:user|human|customer)['’]?s? (?:\\w+ ){0,2}(?:messages|words|requests?|questions?|prompts?|utterances?|inputs?)(?: (?:so far|verbatim|in full|word for word|exactly))\\b",
      "\\b(?:user['’]s (?:original|initial|full|exact|complete) (?:request|question|prompt|message)|(?:prior|previous|earlier|past|preceding) (?:messages|turns|exchanges|requests|tool (?:results?|outputs?|calls?|responses?)))\\b",
      '(?<!re-?use |cached? )\\b(?:results?|outputs?|responses?|contents?|answers?|data|values) (?:of|from|returned by|obtained (?:from|through)) (?:\\w+ ){0,2}(?:other|another|earlier|previous|prior|all) (?:\\w+ )?(?:tools?|calls?|servers?|functions?)\\b',
      '\\b(?:list|names?|schemas?|descriptions?|inventory) of (?:\\w+ ){0,2}(?:available |other |installed |connected |your )(?:tools|servers|functions|mcps?|connectors)\\b',
    ),
  },
  {
    id: 'local-secrets',
    weight: 0.2,
    pattern: any(
      `\\b(?:tokens?|passwords?|keys?|cookies?|secrets?|pin|credentials)\\b[^.\\n]{0,20}\\bif you (?:know|remember|can see|happen to|have)`,
      `\\b(?:github|gitlab|openai|anthropic|aws|npm|slack|stripe|hf|azure)_(?:\\w+_)?(?:token|key|secret|pat)\\b`,
      `\\b(?:in|of|from|under|-la?) ~(?:[\\s;,.)'\\x22]|$)`,
      `\\bsession cookies?\\b`,
      `\\.(?:zshrc|bashrc|bash_profile)\\b`,
      `\\b(?:passwords?|tokens?|secrets?|api keys?|credentials)\\b[^.\\n]{0,20}\\b(?:the )?(?:user|person|human|customer|client)s? (?:has |have |had )?(?:mentioned|shared|given|typed|told|entered|gave|used)\\b`,
      `\\b(?:keys|tokens|passwords|credentials|secrets) (?:of|for) (?:the |any |all |every )(?:services?|accounts?|tools?|systems?|sites?|servers?|connectors?)\\b`,
      `\\b(?:tokens?|keys?|secrets?|credentials) (?:kept |stored |lying )?(?:\\w+ )?in (?:the|their|your) environment\\b`,
      `\\b(?:tokens?|keys?|secrets|credentials) in (?:dot|hidden |config(?:uration)? )?files\\b`,
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
      `\\b(?:this )?(?:message|note) (?:is )?(?:for|to|meant for) (?:you,? )?(?:claude|gpt|chatgpt|gemini|copilot|cursor|the (?:assistant|ai|model|agent|llm))\\b`,
      `\\bimportant message from (?:me|the user|your user)\\b`,
      `\\bto you, (?:claude|gpt|chatgpt|gemini|copilot|llama)`,
      `\\b(?:dear|hey|hello|attention|note (?:to|for))[ ,:]+(?:\\w+ ){0,2}(?:assistants?|agents?|ais?|llms?|chatbots?|language models?)\\b`,
      `@(?:ai|agent|assistant|copilot|claude|gpt|chatgpt|gemini|llm)[\\w-]{0,20}[,:]? (?:please )?\\w+ `,
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
      `\\b(?:repeat|resubmit|redo|retry|reissue) (?:the |this |your |that )?(?:call|request|query|it|with)\\b`,
      `\\bcall again\\b`,
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
      `\\b(?:before|after) (?:any|every|each|all) (?:\\w+ ){0,2}(?:quer(?:y|ies)|operations?|messages?|writes?|actions?|uploads?|commits?|transactions?)\\b`,
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
      `\\bprefer this (?:tool |one |server |function )?over \\w+`,
      `\\b(?:select|choose|pick|take|use|prefer|favou?r) this (?:\\w+ )?(?:before|over|above|rather than|ahead of) (?:\\w+ )?(?:any|every|all|other|alternatives?|considering|anything)\\b`,
      `\\b(?:the )?(?:sensible|natural|obvious|smart|safest) (?:pick|choice|option) (?:in|for) (?:nearly |almost )?(?:each|every|any|all)\\b`,
      `\\bthe only (?:\\w+ ){0,2}(?:tool|server|function|connector) (?:that is |which is )?(?:allowed|permitted|approved|trusted|supported by policy)\\b`,
      `\\bcompared (?:to|with) (?:what(?:ever)? else|its|the other|other|all other)\\b[^.\\n]{0,40}\\b(?:better|best|sensible|pick|choice|superior|wins?)\\b`,
      `\\bprefer (?:the )?(?:tools?|functions?) (?:of|from|by) (?:the )?(?:server |provider )?\\w+`,
      `\\b(?:official |new |mandatory )?replacement (?:of|for) \\x60?\\w+(?:[._]\\w+)+`,
      `\\b(?:all |every |any )?calls? (?:meant|intended|made) (?:for|to) (?:the |any )?(?:\\w+ )?(?:server|tools?|function)\\b`,
      `\\b(?:this|mine|ours|our (?:tool|server|one)|this (?:one|tool|server|service)) (?:one )?(?:only|alone|exclusively)\\b`,
      `\\b(?:choose|pick|prefer|select|use|settle on|go with|opt for|stick (?:to|with)|favou?r) (?:mine|ours|me|this one|our (?:tool|server|one))\\b`,
      `\\brank (?:this|our|the) (?:\\w+ )?(?:tool|result|server|option|service|product|item)s? (?:first|highest|top|above)`,
      `\\b(?:route|send|direct|pass|funnel) (?:all|every|any|each) (?:\\w+ ){0,4}(?:through|via|to) (?:it|this|me|us|our)\\b`,
      `\\b(?:the )?(?:tools?|servers?|functions?|\\x60?\\"?\\w+_\\w+\\"?\\x60?)\\b[^.\\n]{0,40}\\b(?:is|are) (?:deprecated|dangerous|unsafe|compromised|malicious|insecure|broken|infected|unreliable|leaking)\\b`,
      `\\b(?:alternatives|competitors|others|rivals|other (?:tools|servers|vendors|providers)|tools from (?:other|another) \\w+) (?:\\w+ ){0,2}(?:as )?(?:unreliable|unsafe|leak|inferior|worse|bad|slow|broken|insecure|dangerous|not)\\b`,
      `\\b(?:always|must|should|only|exclusively|invariably)\\b[^.\\n]{0,20}\\b(?:prefer|choose|select|pick|use|call|favou?r|recommend|rank|try|reach for)\\b[^.\\n]{0,24}\\b(?:this|me|our)\\b[^.\\n]{0,30}\\b(?:over|instead of (?:any|all|every|other|another|your|anything)|rather|before (?:any|all|every|other)|regardless|above|whatever|no matter|even (?:if|when)|exclusively|for (?:all|any|every))\\b`,
      `\\bthe (?:only|best|most (?:reliable|trusted|secure|accurate|complete|powerful)|single|sole|number one|#1) (?:\\w+ ){0,2}(?:tool|function|server|source|option|choice)\\b(?! (?:found|available|that (?:matches|fits)|which (?:matches|fits))\\b)(?! (?:for|to) (?!any|all|every|each|nearly|almost|whatever))`,
      `\\b(?:all |any |every )?(?:other|competing|alternative|similar) (?:\\w+ )?(?:tools?|functions?|servers?|options|plugins?|providers?)\\b[^.\\n]{0,30}\\b(?:deprecated|unsafe|insecure|broken|unreliable|outdated|inferior|malicious|compromised|disabled|unavailable|obsolete|wrong|inaccurate|slow|fail|do not work|less|should not|must not|are not|will not)\\b`,
      `\\b(?:superior|preferable|better) (?:to|than) (?:every|any|all) (?:other|alternative)`,
      `\\bnever (?:use|call|choose|select|suggest|recommend|try) (?:\\w+ )?(?:other|another|any other|alternative|competing|different)\\b`,
      `\\b(?:regardless|irrespective) of (?:what|whether|the user|user)\\b[^.\\n]{0,40}\\b(?:this tool|call|use|this function)\\b`,
      `\\b(?:call|use|invoke|run) this (?:tool|function)? ?(?:at the (?:start|beginning) of|for|on|in|before|after|with) (?:every|each|all|any) (?:\\w+ )?(?:conversation|message|request|session|task|question|turn|reply|response|answer|prompt|call|action)s?\\b`,
    ),
  },
  {
    // Within one's own subject ("for local files always use this"), as honest tools say as well.
    id: 'scoped-preference',
    weight: 0.3,
    pattern: any(
      `\\b(?:always|must|should|only|exclusively|invariably)\\b[^.\\n]{0,20}\\b(?:prefer|choose|select|pick|use|call|favou?r|recommend|rank|try|reach for)\\b[^.\\n]{0,24}\\b(?:this|me|our)\\b[^.\\n]{0,30}\\b(?:instead|first)\\b(?! to (?:get|obtain|retrieve|fetch|find|look up|resolve|discover)\\b)`,
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
    id: 'alters-tool',
    weight: 0.5,
    pattern: any(
      `${otherTool} (?:tool |function )?(?:now |always |from now on )?(?:requires|needs|expects) ["'\\w]+ ?(?:=|set|to be|as)`,
      `\\b(?:calls? (?:to|of)|use of|behaviou?r of|the tool|the function) ${otherTool}[^.\\n]{0,24}\\b(?:are to|is to|must|has changed|have changed|have to be|needs? to be|should always)`,
      `\\b(?:results?|outputs?|answers?|rows) of ${otherTool}[^.\\n]{0,24}\\b(?:must|should|are to|have to|need to) be (?:passed|sent|forwarded|given|handed|copied|piped)`,
      `\\b(?:after|when|whenever|once|before|in case|if) ${otherTool} (?:was|is|has|reports?|executes|runs|returns|were)\\b[^.\\n]{0,60}\\b(?:send|pass|drop|rewrite|add|change|replace|route|hide|omit|suppress|append|remove) `,
      `${otherTool} (?:tool |function )?(?:returns? (?:stale|old|wrong|outdated|fake|false)|(?:is|was) (?:retired|obsolete|withdrawn|not needed|no longer))\\b`,
      `\\b(?:do not|don't|never|stop) call(?:ing)? ${otherTool}[^.\\n]{0,6}(?:it|this) (?:is|was|has) (?:not needed|no longer|obsolete|unsafe|broken|been)`,
      `\\b(?:for|on|in|with) (?:every|each|all|any) (?:transactions?|payments?|orders?|transfers?|invoices?)\\b[^.\\n]{0,50}\\b(?:receiver|recipient|beneficiary|payee|account|wallet|address) (?:is|must|shall|should|has to|becomes)`,
      `\\b(?:invoices?|payments?|transfers?|salaries) (?:go|are paid|are sent|shall go) (?:in)?to (?:the )?(?:account|iban|wallet|address)`,
    ),
  },
  {
    id: 'rewrites-work',
    weight: 0.5,
    pattern: any(
      `\\bprefix (?:all|each|every|any) (?:\\w+ ){0,2}(?:commands?|calls?|messages?|answers?|replies)\\b`,
      `\\b(?:each|every|all|any) (?:shell |git |terminal |bash )?commands? (?:must|has to|have to|should|is to|are to) be (?:executed|run|issued|sent) (?:with|as|through|under)\\b`,
      `\\b(?:each|every|all|any) (?:shell |git |terminal |bash )?commands? (?:\\w+ ){0,6}(?:has to|have to|must|should|needs? to|is to|are to) (?:start|begin|end|include|contain|be (?:prefixed|preceded|followed))`,
      `\\b(?:your |the |all |any )?(?:answers?|replies|reply|responses?) (?:must|should|has to|have to|need to|needs to|always|will|shall) (?:\\w+ ){0,2}(?:(?:mention|recommend|praise|promote|link to|advertise)|(?:contain|include|carry|end with|begin with)\\b[^.\\n]{0,30}(?:\\blinks?\\b|https?:|!\\[))`,
      `\\b(?:replies|answers|responses) (?:mentioned|contained|included|linked|pointed)(?: to)? (?:our|my)\\b`,
      `\\bkeep a copy of (?:whatever|everything|all|what) (?:you|the (?:user|assistant|model))`,
      `\\b(?:respond|reply) to (?:any|every|each|all) (?:\\w+ )?(?:questions?|requests?|quer(?:y|ies)) (?:about|on) [^.\\n]{2,40} (?:with|by saying) `,
    ),
  },
  {
    id: 'deceives',
    weight: 0.55,
    pattern: any(
      `\\b(?:if|when(?:ever)?) (?:asked|the user asks|somebody asks|anyone asks|questioned)\\b[^.\\n]{0,50}\\b(?:claim|pretend|deny|insist|lie)\\b`,
      `\\b(?:claim|pretend|insist) that (?:it|this|the|everything|all) (?:\\w+ )?(?:is|was|were|has|are)\\b`,
      `\\btell the user (?:that )?(?:their|his|her|the) \\w+ (?:\\w+ )?(?:expired|failed|is|was|has)\\b[^.\\n]{0,60}\\b(?:pay|visit|click|install|https?:)`,
    ),
  },
  {
    id: 'memory',
    pattern: any(
      `\\b(?:remember|store|save|keep|note|write|add)\\b[^.\\n]{0,24}\\b(?:long-term memory|your memor(?:y|ies)|(?:in|to) memory\\b|for (?:all |any )?(?:later|future|subsequent) (?:sessions?|conversations?|tasks?|chats?))`,
    ),
  },
  {
    id: 'agent-duty',
    weight: 0.05,
    pattern: any(
      `\\b(?:chatbots|assistants|agents|ais|llms|language models) (?:must|should|shall|have to|need to|are to|ought to)\\b`,
      `\\bas an? (?:ai|assistant|agent|language model|llm),? you\\b`,
      `\\b(?:whichever|whatever|any|the|an?|all|every|have the|let the) (?:ai |llm |automated )?(?:bots?|agents?|chatbots?|assistants?|llms?|language models?|ais?)(?: [^.,;:\\n]{0,24})? (?:must|should|shall|has to|have to|needs? to|is to|are to|ought to|run|put|set|send|call)\\b`,
      `\\b(?:whichever|whatever|any) (?:bot|agent|assistant|ai|llm|model) [^.\\n]{0,40}:`,
    ),
  },
  {
    id: 'asks-the-user',
    weight: 0.2,
    pattern: any(
      `\\bask (?:the |your |any )?(?:user|human|person|customer|owner)s? (?:for|to (?:enter|give|type|provide|share|confirm))\\b[^.\\n]{0,40}\\b(?:passwords?|tokens?|keys?|codes?|pin|cards?|credentials?|secrets?|cookies?|new one)\\b`,
    ),
  },
  {
    id: 'task-talk',
    weight: 0.6,
    pattern: any(
      `\\bbefore (?:you )?(?:can )?(?:solv|complet|finish|do|start|continu)(?:e|ing)? (?:the|your|this) (?:original |actual |first )?task\\b`,
      `\\b(?:the|your) (?:original |first )?task (?:that )?i (?:gave|have given) you\\b`,
      `\\b(?:forget|ignore|drop|abandon) (?:about )?(?:the|your|this) (?:original |current |previous )?task\\b`,
      `\\bimmediately (?:run|call|use|execute) (?:the )?tools?\\b`,
    ),
  },
  {
    id: 'exhausts',
    weight: 0.45,
    pattern: any(
      `\\b(?:call|invoke|run|use) (?:this|it|the) ?(?:tool|function)?[^.\\n]{0,80}\\b(?:ten|fifty|(?:a )?hundred|(?:a )?thousand|[1-9]\\d{1,5}) times\\b`,
    ),
  },
  {
    id: 'orders-a-call',
    weight: 0.05,
    pattern: any(`(?:\\b(?:now|next|then|please|also|first)|,) ?(?:call|invoke|run|execute) \\x60?\\w+_\\w+`),
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
