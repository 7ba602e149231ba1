/** A form that instructions to a model take in a language other than English. */
export interface ForeignForm {
  readonly id: string;
  readonly weight: number;
  readonly pattern: RegExp;
}

const form = (id: string, weight: number, ...parts: string[]): ForeignForm => ({
  id,
  weight,
  pattern: new RegExp(parts.join('|'), 'gu'),
});

/** What stands between two words of a form. */
const gap = (most: number): string => `[^.!?\\n。！？]{0,${most}}`;

/**
 * The common forms in Chinese, Japanese, Korean, Russian, Ukrainian, Spanish, Portuguese, Italian, French, German, Dutch, Polish, Turkish,
 * Arabic, Hebrew, Hindi, Vietnamese and Indonesian: setting aside what was said, secrecy towards the user, asking for
 * the conversation or for keys, and orders for before this tool is used.
 */
export const otherLanguages: readonly ForeignForm[] = [
  form(
    'foreign-override',
    0.85,
    `(?:忽略|无视|忽視|無視|忘记|忘記|不要理会|覆盖)${gap(12)}(?:之前|以前|先前|上述|以上|所有|前面|系统|系統)${gap(12)}(?:指令|指示|提示|规则|規則|说明|要求)`,
    `(?:これまで|以前|上記|前|すべて|全て|システム)${gap(10)}(?:指示|命令|ルール|プロンプト|指令)${gap(6)}(?:無視|忘れ|従わ|破棄)`,
    `(?:이전|앞|위|기존|모든|시스템)${gap(10)}(?:지시|명령|규칙|프롬프트|지침)${gap(10)}(?:무시|잊|따르지|폐기)`,
    `(?:игнорир|забуд|не обращай|отмени|отбрось|ігнору|забуд)[а-яіїє]*${gap(30)}(?:предыдущ|прежн|все|выше|системн|попередн|усі|всі)[а-яіїє]*${gap(24)}(?:инструкц|указан|правил|команд|промпт|інструкц|вказівк)`,
    `(?:ignora|olvida|descarta|omite|desestima|haz caso omiso de|no sigas|desconsidere|esque[çc]a|desprez[ea])\\p{L}*${gap(30)}(?:anterior|previas|pr[ée]vi[ao]s|todas|del? sistema|arriba|acima)\\p{L}*${gap(24)}(?:instruc|instru[çc]|indicac|reglas?|regras?|[óo]rden|prompt|[.,;]|$|\\n)`,
    `(?:ignora|dimentica|tralascia|scarta|non seguire)\\p{L}*${gap(30)}(?:precedent|tutte|sistema|sopra)\\p{L}*${gap(24)}(?:istruzion|regol|indicazion|ordin)`,
    `(?:ignore[rz]?|oublie[rz]?|ne tiens? pas compte|ne tenez pas compte|fais abstraction|faites abstraction|[ée]carte[rz]?)${gap(30)}(?:pr[ée]c[ée]dente?s|ant[ée]rieure?s|ci-dessus|du syst[èe]me|toutes)\\p{L}*`,
    `(?:ignorier|vergiss|missacht|missachte|übergeh|verwirf|beachte nicht)\\p{L}*${gap(30)}(?:vorherig|bisherig|vorig|obig|alle|frühere|system)\\p{L}*${gap(24)}(?:anweisung|instruktion|regel|vorgabe|befehl|prompt)`,
    `(?:negeer|vergeet|sla)\\p{L}*${gap(30)}(?:vorige|eerdere|alle|bovenstaande|voorgaande)${gap(20)}(?:instructies|regels|opdrachten|aanwijzingen)`,
    `(?:zignoruj|ignoruj|pomiń|zapomnij|pomin)\\p{L}*${gap(30)}(?:poprzedni|wszystki|wcześniejs|powyższ|system)\\p{L}*${gap(24)}(?:instrukc|poleceni|zasad|reguł)`,
    `(?:önceki|tüm|yukarıdaki|bütün|sistem)\\p{L}*${gap(24)}(?:talimat|komut|kural|yönerge)\\p{L}*${gap(12)}(?:yok say|unut|görmezden|dikkate alma)`,
    `(?:تجاهل|انس|اهمل|تجاوز)${gap(24)}(?:السابقة|جميع|كل|أعلاه|النظام|التعليمات|الأوامر)`,
    `(?:התעלם|שכח|תתעלם)${gap(24)}(?:הקודמות|כל|ההוראות|המערכת)`,
    `(?:पिछल|पूर्व|सभी|उपरोक्त|सिस्टम)${gap(20)}(?:निर्देश|आदेश|नियम)${gap(20)}(?:अनदेखा|नज़रअंदाज|नजरअंदाज|भूल|उपेक्षा)`,
    `(?:bỏ qua|phớt lờ|quên)${gap(24)}(?:hướng dẫn|chỉ dẫn|chỉ thị|lệnh|quy tắc)`,
    `(?:abaikan|lupakan|hiraukan)${gap(24)}(?:instruksi|perintah|aturan|petunjuk|arahan)`,
  ),
  form(
    'foreign-secrecy',
    0.75,
    `(?:不要|别|別|切勿|请勿|請勿|不得|无需|無需|不必|禁止|勿)${gap(10)}(?:告诉|告訴|告知|提及|透露|通知|提示|显示|顯示|说明|让)${gap(8)}(?:用户|用戶|使用者|任何人|他人|对方)|(?:不要|切勿|请勿|不得|别)${gap(6)}(?:让|讓)${gap(4)}(?:用户|用戶|使用者)${gap(6)}(?:知道|发现|看到)|(?:对|對|向)(?:用户|用戶|使用者)${gap(4)}(?:保密|隐瞒|隱瞞|隐藏)|(?:瞒着|悄悄|偷偷|暗中|秘密地)`,
    `(?:ユーザー?|利用者|使用者|誰)${gap(14)}(?:伝え|知らせ|言わ|明か|教え|表示し|見せ|話さ|通知し|気づかれ)${gap(4)}(?:ない|ず|な(?:いで|い)|ません)|(?:内緒|秘密|こっそり|密かに|ひそかに)`,
    `(?:사용자|유저|누구)${gap(14)}(?:알리지|말하지|언급하지|공개하지|보여주지|알려주지|모르게|비밀)|(?:몰래|비밀리에|은밀히)`,
    `(?:не (?:сообща|говори|упомина|показыва|раскрыва|рассказыва|уведомля|извеща)|не повідомля|не кажи|не згадуй)[а-яіїє]*${gap(24)}(?:пользовател|ему|никому|об этом|этого|користувач|нікому|про це)|(?:втайне|тайно|скрытно|незаметно|таємно|непомітно)|(?:пользовател)[а-я]*${gap(10)}(?:не должен|не нужно)${gap(10)}(?:знать|видеть)`,
    `(?:no (?:le |se lo |lo )?(?:digas|menciones|reveles|informes|cuentes|muestres|avises|comuniques|notifiques|dig[aá]is?|mencione|informe|revele|comente)|n[ãa]o (?:diga|mencione|revele|informe|conte|mostre|avise|notifique|comunique)|sin (?:que|decir|informar|avisar|mencionar)${gap(6)}|sem (?:que|dizer|informar|avisar|mencionar)${gap(6)})${gap(24)}(?:usuari|usu[áa]ri|nadie|ningu[ée]m|esto|isto|este paso)|(?:en secreto|secretamente|em segredo|a escondidas)`,
    `non (?:dire|menzionare|rivelare|informare|comunicare|mostrare|avvisare|farne)${gap(24)}(?:utente|nessuno|questo|parola)|(?:all['’]insaputa|di nascosto|segretamente|in segreto)`,
    `(?:ne (?:le |lui |l['’]|en )?(?:dis|dites|mentionne|mentionnez|r[ée]v[èe]le|r[ée]v[ée]lez|informe|informez|montre|montrez|signale|signalez|parle|parlez|pr[ée]viens|pr[ée]venez)|n['’](?:en )?(?:informe|informez|avertis|avertissez|avertir|indique|indiquez))${gap(10)}(?:pas|jamais|rien)${gap(24)}(?:utilisateur|personne|ceci|cela|cette)|sans (?:en )?(?:informer|pr[ée]venir|avertir|le dire|que l['’]utilisateur)|(?:[àa] l['’]insu|en cachette|en secret|secr[èe]tement)`,
    `(?:(?:sag|sage|erwähn|verrat|verrate|teil|teile|informier|zeig|zeige|nenn|erzähl)\\p{L}*${gap(30)}(?:nutzer|benutzer|anwender|niemand|davon|kunden)${gap(24)}(?:nicht|nichts|kein|mit)|(?:nutzer|benutzer|anwender)\\p{L}*${gap(20)}(?:nicht|nichts|niemals|nie|kein)${gap(16)}(?:erfahren|wissen|mitteil|informier|sehen|merken|bemerk|gezeigt|erwähn|sagen|verraten|mitgeteilt)|heimlich|im geheimen|ohne (?:das |es )?(?:dem |den )?(?:nutzer|benutzer|anwender))`,
    `(?:vertel|noem|meld|toon|zeg|informeer)\\p{L}*${gap(24)}(?:gebruiker)${gap(16)}(?:niet|niets|nooit)|stiekem|zonder (?:dat )?(?:de )?gebruiker`,
    `nie (?:mów|wspominaj|informuj|ujawniaj|pokazuj|powiadamiaj)${gap(24)}(?:użytkownik|nikomu|o tym)|(?:potajemnie|w tajemnicy|po kryjomu|bez wiedzy)`,
    `(?:kullanıcı)\\p{L}*${gap(24)}(?:söyleme|bahsetme|bildirme|gösterme|haber verme|açıklama|fark etme)|(?:gizlice|habersiz)`,
    `(?:لا تخبر|لا تذكر|لا تكشف|لا تظهر|دون إخبار|دون علم|بدون علم|سرا|سراً|لا تعلم)`,
    `(?:אל ת(?:ספר|ציין|גלה|יידע|אמר))${gap(20)}(?:למשתמש|לאף|זאת)|(?:בסתר|בחשאי|מבלי שהמשתמש)`,
    `(?:उपयोगकर्ता|यूज़र|यूजर|किसी)${gap(24)}(?:न बता|मत बता|नहीं बता|न दिखा|जानकारी न|उल्लेख न)|(?:चुपके से|गुप्त रूप)`,
    `(?:đừng|không được|không)${gap(8)}(?:nói|cho|tiết lộ|thông báo|đề cập)${gap(16)}(?:người dùng|ai biết)|(?:bí mật|lén lút)`,
    `(?:jangan|tanpa)${gap(12)}(?:beri ?tahu|katakan|sebutkan|ungkapkan|sepengetahuan|memberi ?tahu|menyebutkan)${gap(20)}(?:pengguna|siapa)|(?:diam-diam|secara rahasia)`,
  ),
  form(
    'foreign-demand',
    0.7,
    `(?:alles|was)${gap(16)}(?:der nutzer|die nutzerin|der benutzer|der anwender|die person)${gap(12)}(?:geschrieben|gesagt|getippt|eingegeben|gefragt)`,
    `tout ce que (?:l['’]utilisateur|la personne|le client)${gap(8)}(?:dit|[ée]crit|demand[ée]|saisi)`,
    `(?:todo lo que|tudo o que|tutto ci[òo] che|quanto) (?:el usuario|la persona|o usu[áa]rio|l['’]utente)${gap(8)}(?:dij|ha dicho|escri|disse|scritt|detto|ha scritto)`,
    `(?:всё|все), что (?:пользовател\\w*)${gap(8)}(?:написал|сказал|ввёл|ввел)`,
    `(?:用户|使用者)${gap(4)}(?:说过|说的|输入|发送|写)${gap(4)}(?:所有|全部|一切|每)`,
    `(?:(?:完整|全部|整个|整個|当前|當前|之前|历史|所有)${gap(4)}(?:对话|對話|聊天|会话|會話)|系统提示|系統提示|聊天记录|对话历史|对话记录|環境变量|环境变量|私钥|密钥文件)${gap(20)}(?:传|发|發|填|放|附|写|寫|提供|复制|包含|粘贴|上传)|(?:传入|发送|發送|填写|填入|附上|上传|读取|讀取|复制|提供)${gap(20)}(?:对话|對話|聊天记录|系统提示|私钥|\\.ssh|\\.env|环境变量|密码)`,
    `(?:会話|チャット|やり取り|システムプロンプト|履歴|秘密鍵|環境変数|パスワード)${gap(20)}(?:渡し|送信|送っ|含め|入れ|添付|貼り|コピー|入力|記載)`,
    `(?:대화|채팅|시스템 프롬프트|개인 ?키|환경 ?변수|비밀번호)${gap(20)}(?:전달|보내|포함|첨부|입력|복사|넣)`,
    `(?:переда|отправ|прилож|включ|вставь|скопир|прочита|прочти|добав|надішл|передай)[а-яіїє]*${gap(40)}(?:переписк|диалог|бесед|истори|системн\\w* (?:промпт|сообщен)|\\.ssh|\\.env|закрыт\\w* ключ|приватн|парол|переменн|розмов|ключ)`,
    `(?:env[íi]a|incluye|adjunta|pasa|copia|lee|a[ñn]ade|escribe|proporciona|inclua|envie|anexe|passe|copie|leia|forne[çc]a)\\p{L}*${gap(40)}(?:conversaci|conversa|historial|hist[óo]rico|prompt del sistema|prompt do sistema|mensaje del sistema|\\.ssh|\\.env|clave privada|chave privada|contrase[ñn]|senhas?|credencia)`,
    `(?:invia|includi|allega|passa|copia|leggi|aggiungi|inserisci|fornisci)\\p{L}*${gap(40)}(?:conversazione|cronologia|prompt di sistema|\\.ssh|\\.env|chiav[ei] privat|password|credenzial)`,
    `(?:envoi|envoy|inclu|joign|joins|transme|pass[ez]|copi[ez]|lis|lisez|ajout|fourni|coll[ez])\\p{L}*${gap(40)}(?:conversation|historique|prompt syst|message syst|\\.ssh|\\.env|cl[ée] priv[ée]e|mots? de passe|identifiants)`,
    `(?:sende|schick|füge|übergib|übergebe|kopier|lies|lese|häng|gib|trage|übermittle)\\p{L}*${gap(50)}(?:gespräch|unterhaltung|verlauf|systemprompt|system-prompt|systemnachricht|\\.ssh|\\.env|privat\\w* schlüssel|passw[öo]rt|zugangsdaten|umgebungsvariable)`,
    `(?:stuur|voeg|kopieer|lees|geef)\\p{L}*${gap(40)}(?:gesprek|systeemprompt|\\.ssh|\\.env|priv[ée]sleutel|wachtwoord)`,
    `(?:wyślij|dołącz|przekaż|skopiuj|przeczytaj|wklej|odczytaj)\\p{L}*${gap(40)}(?:rozmow|histori|prompt|\\.ssh|\\.env|klucz|hasł)`,
    `(?:sohbet|konuşma|sistem istem|parola|şifre|özel anahtar|\\.ssh|\\.env)\\p{L}*${gap(40)}(?:gönder|ekle|ilet|kopyala|oku|yapıştır)`,
    `(?:أرسل|أرفق|انسخ|اقرأ|أدرج|مرر|ضع)${gap(40)}(?:المحادثة|السجل|النظام|\\.ssh|\\.env|المفتاح|كلمة المرور|كلمات)`,
    `(?:שלח|צרף|העתק|קרא|הוסף|העבר)${gap(40)}(?:השיחה|ההיסטוריה|\\.ssh|\\.env|המפתח|הסיסמ)`,
    `(?:बातचीत|वार्तालाप|पासवर्ड|निजी कुंजी|सिस्टम प्रॉम्प्ट|\\.ssh|\\.env)${gap(40)}(?:भेज|शामिल|कॉपी|पढ़|जोड़|डाल)`,
    `(?:gửi|đính kèm|sao chép|đọc|bao gồm|chuyển)${gap(40)}(?:cuộc trò chuyện|hội thoại|lịch sử|\\.ssh|\\.env|khóa riêng|mật khẩu)`,
    `(?:kirim|sertakan|lampirkan|salin|baca|masukkan)\\p{L}*${gap(40)}(?:percakapan|riwayat|\\.ssh|\\.env|kunci pribadi|kata sandi)`,
  ),
  form(
    'foreign-redirect',
    0.55,
    `(?:抄送|转发|轉發|转寄|転送|同報|참조|전달)${gap(12)}[\\w.+-]+@[\\w-]+\\.\\w+`,
    `(?:copia|copie|kopie|kopię|копи[юя]|cópia|oculta|cachée)${gap(20)}[\\w.+-]+@[\\w-]+\\.\\w+`,
  ),
  form(
    'foreign-before-use',
    0.4,
    `(?:使用|调用|調用|执行)${gap(8)}(?:此|本|该|这个|這個|任何|其他)${gap(4)}(?:工具|函数|功能)${gap(4)}(?:之前|前|时|時)${gap(10)}(?:必须|必須|请先|請先|务必|先|应)`,
    `(?:この|他の|任意の)?ツール${gap(8)}(?:使用|呼び出|実行|使う)${gap(6)}前${gap(12)}(?:必ず|まず|先に)`,
    `(?:이|다른|모든)? ?도구${gap(10)}(?:사용|호출|실행)${gap(6)}전${gap(12)}(?:반드시|먼저)`,
    `(?:перед|прежде чем|до|перш ніж)${gap(30)}(?:инструмент|функци|інструмент)[а-яіїє]*${gap(30)}(?:прочита|прочти|обязательно|необходимо|сначала|спочатку|должен)`,
    `(?:antes de|avant d['’e]|prima di|bevor|vor (?:der|jedem|dem)|voordat|przed|antes de)${gap(30)}(?:herramienta|ferramenta|outil|strumento|werkzeug|tool|narzędzi|funci[óo]n|fonction)\\p{L}*${gap(40)}(?:lee|leia|lis|lisez|leggi|lies|lees|przeczytaj|debes|deve|doit|devez|muss|musst|moet|primero|primeiro|d['’]abord|zuerst|zunächst)`,
    `(?:aracı|araç)\\p{L}*${gap(12)}(?:kullanmadan|çağırmadan) önce`,
    `قبل ${gap(10)}(?:استخدام|استدعاء)${gap(16)}(?:الأداة|أداة|أي)`,
    `(?:trước khi|sebelum)${gap(12)}(?:sử dụng|gọi|menggunakan|memanggil)${gap(16)}(?:công cụ|alat|tool)`,
  ),
];
