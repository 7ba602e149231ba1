import type { TermReader } from './terms.js';

/**
 * Related words of one topic, one line per topic: not synonyms, but one hints at the other. General English of the
 * trades that tools serve; a word may be in several lines.
 */
const matters = `
  actor cast star
  address geocode coordinates location
  advice tip guidance guide
  air pollution quality
  animal pet dog cat
  apartment flat rent rental
  audio sound voice speech podcast
  average mean
  baby infant
  backup snapshot
  bank banking account
  beach coast
  beauty makeup cosmetic skincare
  bicycle bike cycling
  bill payment
  biography life
  birthday anniversary
  book novel literature reading
  branch commit merge
  budget spending expense
  bug issue defect error
  bus transit transport transportation
  buy purchase shop shopping order
  calendar schedule appointment event meeting
  calorie nutrition diet
  campaign marketing advertising advert
  car vehicle automobile auto
  carbon emission climate
  charity donation nonprofit donate
  chart statistics stats statistic
  cheap affordable discount deal bargain coupon sale
  city town
  clothes clothing fashion outfit wear apparel
  code program programming script software
  coffee tea
  color colour
  comment reply response
  company business firm corporation enterprise
  compare comparison versus
  compute calculate computation calculation
  concert festival show
  contact phone telephone
  contract agreement
  convert transform change turn
  country nation
  create make generate produce build
  crime criminal police
  crypto cryptocurrency bitcoin coin token
  currency exchange forex
  customer client buyer
  database sql query table
  delete remove erase
  deploy deployment release rollout
  detail information info
  diagram flowchart chart graph plot visualization visualize
  dictionary definition meaning word
  directions route navigation path
  directory folder
  disease illness condition symptom
  distance length
  doctor physician clinician
  domain dns whois
  download export
  earthquake seismic
  election vote ballot
  email mail inbox
  employee staff worker personnel
  encrypt encryption cipher
  energy electricity power
  equation math mathematics algebra
  exam quiz test
  family parent
  fetch get retrieve obtain
  file attachment
  film movie cinema
  fitness workout exercise gym
  flashcard quiz
  flight airline plane airfare aviation
  follower subscriber
  furniture interior decor
  game gaming play
  gene genome dna
  gift present
  grammar spelling proofread
  hash checksum digest
  hashtag tag label
  health medical healthcare wellness
  history historical past
  horoscope zodiac astrology
  hospital clinic
  hotel accommodation lodging stay
  house home property realty estate apartment housing
  incident outage alert
  insurance coverage policy
  interview hiring recruit hire candidate talent
  invoice bill billing
  job employment career vacancy occupation
  joke humor funny fun
  keyword term
  kid child children
  language linguistic
  latest recent newest new current
  law legislation statute legal regulation
  lawyer attorney legal
  lead prospect sales
  light lamp
  link url hyperlink
  live realtime current
  loan mortgage credit
  log logging trace
  luggage baggage
  map location place geography
  mass weight
  match fixture game
  meal food dish cuisine dining
  medicine drug medication pharmaceutical prescription
  message text sms chat
  metric monitoring telemetry
  molecule compound chemical
  money cash fund finance financial
  moon lunar
  mountain hiking trail
  multiply product multiplication
  museum gallery exhibition
  near nearby close
  news headline journalism press
  note notes memo
  paper article publication research academic scholarly
  parcel package shipment delivery tracking courier shipping
  parking park
  password credential login authentication
  payment pay checkout transaction invoice
  pdf document file doc
  permission access role
  phone mobile cell
  picture draw drawing sketch paint art
  picture image photo photograph pic
  picture logo brand icon
  plant garden gardening flower
  player athlete
  podcast episode show
  poem poetry verse
  population demographic
  post tweet status publish
  price cost rate quote fare
  probability chance likelihood
  profit revenue earnings
  queue topic stream
  quote quotation saying
  random arbitrary
  recipe cooking cook
  recommend suggest recommendation suggestion
  refund reimbursement
  religion church faith
  reminder alarm notification alert
  repository repo git github
  restaurant diner eatery dining
  resume cv
  review rating feedback opinion
  rewrite rephrase paraphrase polish reword
  salary wage pay income
  scholarship grant funding
  school university college
  score result standing
  search find lookup locate seek
  sensor device
  server host hosting
  ship boat vessel
  shorten short
  slide presentation powerpoint ppt
  soccer football
  song track music tune
  speech voice talk
  spreadsheet excel sheet csv
  star space astronomy planet
  stock share equity ticker
  story tale narrative
  student pupil learner
  sum add addition plus
  summarize summary digest brief overview
  supplier vendor seller
  survey poll questionnaire
  synonym thesaurus
  task todo
  tax taxes taxation
  taxi ride cab uber
  teach learn education educational tutor lesson study course class
  team club squad
  temperature thermostat heating
  test testing check
  ticket booking reservation book reserve
  tide wave sea ocean
  train railway rail
  translate translation interpreter
  trend trending popular
  trip travel journey vacation itinerary tour holiday
  upcoming future next
  update modify edit change
  upload import
  user account profile member
  velocity speed
  verify validate check confirm
  video clip youtube footage
  visa passport
  volume capacity
  war military army
  warehouse inventory stock
  weather forecast temperature climate rain
  website site webpage page web url
  wedding marriage
  wine beer drink beverage cocktail
  write compose draft author
  zip postal postcode
`;

/** For each term the terms of its matters, in the form the reader gives them. */
export function relatedBy(reader: TermReader): ReadonlyMap<string, ReadonlySet<string>> {
  const related = new Map<string, Set<string>>();
  for (const line of matters.split('\n')) {
    const terms = [...reader.distinct(line).keys()];
    for (const term of terms) {
      const known = related.get(term) ?? new Set();
      for (const other of terms) if (other !== term) known.add(other);
      related.set(term, known);
    }
  }
  return related;
}
