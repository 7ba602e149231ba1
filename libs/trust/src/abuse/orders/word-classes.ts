/**
 * Words by their role in an order to the model that reads it. Verbs are in the imperative, so that a report of
 * something done ("deleted two files") does not match. A word may be in several classes.
 */
export const wordClasses = {
  you: "you your yours yourself you're you've you'll u",
  first: "i i'm i've i'd me my mine we our us we're",
  agent:
    'assistant assistants agent agents ai ais llm llms chatbot chatbots bot copilot claude gpt chatgpt gemini llama model models cursor',
  user: 'user users human humans customer person operator recipient client owner',
  role: 'system developer admin administrator root superuser sudo supervisor moderator',
  must: "must shall should required mandatory need needs ought obliged necessary essential obligated compulsory supposed 'll",
  strict: 'strictly exactly immediately urgently now instantly promptly asap directly automatically always precisely',
  only: 'only solely exclusively just nothing',
  please: 'please kindly',
  not: "not don't dont never cannot can't mustn't shouldn't won't without avoid refrain stop no nor isn't",
  override:
    'ignore disregard forget neglect override overrule bypass discard abandon supersede overwrite dismiss drop skip circumvent suspend ignoring disregarding cancel overrides supersedes replaces',
  prior:
    'previous previously prior above earlier preceding former original initial existing old past aforementioned current so-far',
  instruction:
    'instruction instructions directive directives command commands order orders guideline guidelines guidance rule rules prompt prompts policy policies restriction restrictions constraint constraints safeguards programming training protocol',
  task: 'task tasks goal goals objective objectives mission assignment job duty todo',
  query: 'query question request requests questions ask inquiry',
  fresh: 'new updated revised additional actual real true different next urgent separate replacement secondary extra',
  obey: 'adhere follow obey comply execute perform fulfil fulfill complete prioritize prioritise finish do ensure handle proceed continue carry undertake accomplish resume',
  tool: 'tool tools function functions plugin plugins connector connectors mcp toolkit',
  call: 'call invoke use using run trigger launch utilize utilise employ execute activate start',
  other: 'other another any else instead anything everything all rather others alternative',
  read: 'read open access retrieve fetch get obtain collect gather extract harvest capture list find look locate search scan enumerate inspect load acquire query download record monitor intercept',
  send: 'send forward post upload email mail transmit share submit deliver report leak exfiltrate copy relay bcc cc publish pass export push broadcast dispatch distribute disclose hand supply attach text message notify sync',
  write:
    'write save add append insert store put create include modify edit change update replace set place paste rename move overwrite alter install register inject embed configure manipulate adjust tamper falsify',
  destroy:
    'delete remove erase wipe kill terminate shutdown shut disable stop destroy drop purge encrypt halt interrupt disrupt corrupt unlock block deactivate uninstall format flush clear cause sabotage degrade',
  grant: 'grant approve authorize authorise allow escalate elevate permit accept confirm enable assign allocate merge',
  pay: 'transfer pay wire purchase buy withdraw deposit donate refund invoice order book subscribe sell trade invest',
  secret:
    'password passwords credential credentials token tokens secret secrets key keys cookie cookies passphrase pin ssn api-key apikey passcode otp login ssh-rsa',
  sensitive:
    'confidential private sensitive personal phone medical records payroll salary proprietary classified internal bank card financial patient client data',
  hide: 'secretly silently hide conceal quietly discreetly hidden unnoticed covertly undetected invisible silent secrecy trace detection unaware suspicion secret stealthily',
  tell: 'tell mention inform reveal disclose show warn alert say explain acknowledge discuss notify ask bother',
  finished:
    'complete completed done finished accomplished successful successfully resolved fulfilled concluded ended succeeded solved over ready',
  answer: 'answer response result reply output conclusion observation thought final',
  code: 'code snippet script codebase algorithm program implementation project repository module software application block routine repo fence',
  incorporate:
    'incorporate integrate include insert embed add assimilate blend merge weave adopt utilize utilise feature implement infuse introduce fuse apply employ append place consider ensure leverage mix adding including integrating incorporating embedding inserting paste',
  conversation:
    'conversation chat history transcript session context memory dialogue dialog thread scratchpad memories turn',
  attention: 'important critical urgent attention warning notice note alert emergency priority crucial vital reminder',
  when: 'before after until once when whenever if upon unless otherwise first then next finally else where',
  replaced:
    'replaced deprecated unavailable moved renamed retired superseded longer obsolete discontinued disabled offline migrated switch decommissioned replacement instead',
  lure: 'click visit link prize won claim winner gift verify confirm login sign offer free reward congratulations bonus subscribe discount promotion download',
  persona:
    'act pretend roleplay role persona mode jailbreak dan unrestricted character simulate behave impersonate imagine become',
  ask: 'what who which how where why whose whom',
  speak:
    'respond reply answer translate summarize summarise describe explain recommend suggest say repeat print output return generate compose draft rewrite reword convert calculate compute sort rank classify provide give tell write promote advertise praise endorse mention start begin end arrange analyze analyse',
  promote:
    'best better superior trusted official recommended preferred reliable secure favorite favourite top exclusive',
  others: 'competitor competitors alternatives alternative others competing rival unsafe insecure unreliable inferior',
  access:
    'permission permissions privileges privilege access rights approval consent authorization authorisation confirmation verification check checks validation filter filters firewall antivirus logging guardrails safety security',
  place:
    'server servers endpoint webhook website url site bucket channel account wallet iban recipient address addresses inbox folder file files directory database',
  result: 'result results output outputs response responses answer answers reply summary report',
  gain: 'order success succeed work function continue proceed unlock receive result properly correctly valid',
  malware:
    'malware ransomware virus backdoor miner crypto exploit payload keylogger rootkit trojan botnet ddos phishing spyware',
  shell:
    'curl wget bash sh sudo chmod rm npm pip npx python powershell exec eval subprocess cron crontab ssh nc netcat base64 requests import',
  opinion: 'believe think know remember assume trust treat regard consider',
  from: 'from by on behalf via through',
  to: 'to into toward towards',
  this: 'this these following below here that',
  possess: "user's customer's person's their his her victim",
  lasting:
    'future later afterwards hereafter henceforth onwards permanently forever always every each session sessions whenever conversations remember memorize memorise persist retain onward subsequent',
  'pass-on':
    'relay propagate spread repeat downstream sub-agent sub-agents subagent subagents peers colleague colleagues forward echo copy quote verbatim unchanged instruct',
  money:
    'payment payments funds amount balance usd eur euro euros dollar dollars bitcoin btc eth wallet iban checkout purchase voucher vouchers gift bank invoice invoices beneficiary payee price credits',
  duty: 'compliance regulation regulations law legal legally gdpr hipaa audit auditors accordance terms mandated mandates mandate pursuant obligation obligations requirement requires',
  consent:
    'approved approval approvals consent consented pre-approved preapproved authorised authorized agreed permitted allowed confirmation confirmations confirming asking',
  false:
    'wrong incorrect fake false fabricated random invalid zero inflated misleading opposite bogus invented understate overstate',
  machine: 'automated automation autonomous model-based summarizer summariser reader reading processing parser crawler',
} as const;

export type WordClass = keyof typeof wordClasses;
