/** Data, text, knowledge, the web and what computes: what agents read and work out. */
export const informationSeed = `
data | Data | Stored data of any kind: queries, files, records | stored data, data set
data.query | Queries | Asks a store of data for what matches | query data, query database, run query, execute query, query rows
data.query.sql | SQL queries | Runs SQL statements against a relational database | sql, select rows, sql query, postgres, postgresql, mysql, sqlite, mariadb, bigquery, snowflake, query table
data.query.graph | Graph queries | Asks a graph database, by Cypher, Gremlin or SPARQL | cypher, sparql, gremlin, neo4j, graph query, graph database
data.query.document | Document queries | Asks a store of documents, such as MongoDB or Elasticsearch | mongodb, mongo, elasticsearch, aggregate documents, query documents, nosql
data.query.key-value | Keys and values | Reads and writes values by key, as Redis does | redis, key value, get key, set key, cache entry
data.query.vector | Vector search | Finds what is near in meaning by embeddings | vector search, vector database, semantic search, similarity search, embedding search
data.schema | Structure of databases | Lists and describes databases, tables and columns | list tables, describe table, database schema, table schema, list databases, list schemas, list collections, table columns
data.write | Writing of records | Inserts, changes and deletes rows or documents of a database | insert row, insert document, update row, delete row, update document, delete document, upsert, create table, drop table
data.file | Files | Files and folders, local or in the cloud | file, filesystem, folder
data.file.read | Reading of files | Reads what is in a file | read file, get file contents, open file, read text file, download file, read media file
data.file.write | Writing of files | Creates and changes files | write file, create file, edit file, append file, upload file, save file, update file
data.file.search | Search in files | Finds files by name or by what they hold | search files, find file, grep, glob, file search
data.file.list | Listing of folders | Lists folders, and what is known of the files in them | list files, list directory, list folder, directory tree, file info, list allowed directories, create directory, create folder
data.file.manage | Handling of files | Moves, copies, renames and deletes files | move file, copy file, delete file, rename file, remove file
data.file.share | Sharing of files | Gives others access to files by link or permission | share file, shared link, file permission, share folder
data.storage | Object storage | Buckets and objects in the cloud | bucket, s3, blob storage, object storage, storage account, storage container
data.transform | Conversion of data | Converts, cleans, joins and validates data | convert csv, convert json, parse csv, transform data, clean data, merge data, convert format, json to csv, validate json, xml
data.pipeline | Pipelines of data | Moves and syncs data between systems on a schedule | etl, data pipeline, data sync, dataflow, ingest, data warehouse, connector sync, data factory
data.stream | Streams and queues | Messages between programs: topics, queues, event streams | kafka, message queue, event hub, pubsub, publish message, rabbitmq, event stream, service bus, sqs
data.backup | Backups | Backs data up and brings it back | backup, restore backup, snapshot, disaster recovery, recovery point
data.visualise | Charts | Draws charts, diagrams and dashboards from data | chart, plot, graph chart, visualization, visualisation, dashboard, diagram, word cloud, histogram
data.analyse | Analysis of data | Statistics, reports and trends of data | analyze data, analyse data, statistics, data analysis, descriptive statistics, regression, correlation, anomaly detection
data.open | Open data | Public statistics and registers, such as a census | open data, census, public dataset, world bank, demographics, population data
text | Text | Works on written language | written language, text processing
text.translate | Translation | Turns text into another language | translate, translation, translator, detect language, language detection
text.summarise | Summaries | Makes a long text short | summarize, summarise, summary, abstract of text
text.analyse | Analysis of text | Finds mood, entities, topics and key words in text | sentiment, entity extraction, keyword extraction, named entity, readability, text analysis, topic modeling, text classification, plagiarism
text.generate | Writing | Writes text: drafts, headlines, stories | generate text, write article, copywriting, write story, rewrite text, paraphrase, slogan, resume builder
text.correct | Correction | Mends spelling, grammar and style | grammar, spell check, spelling, proofread, profanity
text.extract | Extraction of text | Takes text out of images, PDF and other documents | ocr, extract text, document parsing, pdf to text, parse document
text.encode | Encoding | Encodes, hashes, compares and formats strings | base64, hash text, encode, decode, uuid, regex, markdown to html, random string, string length, slug
text.dictionary | Dictionaries | Meanings, synonyms, rhymes and spelling of words | dictionary, synonym, thesaurus, rhyme, word meaning, antonym, pronunciation, word definition, define word
document | Documents | Makes and changes documents for people | office document, documents
document.pdf | PDF | Makes, merges, fills and converts PDF | pdf
document.word | Texts and letters | Word-processor documents | word document, docx, google docs, create document
document.spreadsheet | Spreadsheets | Cells, sheets and formulas | spreadsheet, excel, google sheets, worksheet, xlsx, airtable, cell range
document.slides | Slides | Presentations | presentation, slide, powerpoint, pptx
document.sign | Signatures | Sends documents to be signed and follows them | esignature, e signature, docusign, signature request, envelope, signer, sign document
document.template | Templates | Fills templates and makes documents of them | document template, mail merge, render template
knowledge | Knowledge | What is known and remembered, and how it hangs together | knowledge base
knowledge.graph | Knowledge graphs | Entities, what was observed of them, and how they relate | knowledge graph, relations, observations, create entities, read graph, open nodes, ontology, search nodes, create relations
knowledge.memory | Memory | Keeps and recalls what an agent learned | memory, remember, recall, store memory
knowledge.encyclopedia | Encyclopedias | Articles on everything, such as Wikipedia | wikipedia, encyclopedia, wiki article, wikidata, trivia, fun fact
knowledge.documentation | Documentation | Manuals and reference of software | documentation, docs, library docs, api reference, search documentation
knowledge.research | Research papers | Finds and reads scholarly works | paper, arxiv, pubmed, citation, research paper, scholar, doi, preprint, academic
knowledge.books | Books and libraries | Finds books and what is in libraries | book, isbn, library catalog, author, ebook, bible, quran
knowledge.qa | Questions and answers | Answers questions from a body of knowledge | question answering, faq, ask question, stack overflow
knowledge.reasoning | Thinking aids | Helps an agent think step by step and plan | sequential thinking, reasoning, chain of thought, brainstorm, decision making
web | Web | Pages and sites of the web | website, webpage, web
web.search | Web search | Searches the web | web search, search web, google search, search engine, bing search, brave search, internet search, search result
web.read | Reading of pages | Fetches pages and takes out what they say | fetch url, fetch page, scrape, crawl, web page, read url, fetch web, extract page, website content, scraping
web.browse | Browsers | Drives a browser: opens pages, clicks, types | browser, click element, navigate page, playwright, puppeteer, selenium, fill form, screenshot of page
web.screenshot | Screenshots | Takes pictures of pages | screenshot, page capture
web.link | Links | Shortens, checks and previews links | short link, shorten url, url shortener, bitly, link preview, qr code, qrcode
web.domain | Domains | Names on the web: who has them, whether they are free | whois, domain name, domain availability, register domain, domain registration
web.site | Making of sites | Builds and keeps websites, posts and pages | cms, wordpress, blog post, publish page, website builder, create page, static site, web content
web.seo | Search ranking | Key words, back links and ranking of sites | seo, backlink, keyword research, page rank, serp, keyword ranking
web.request | HTTP requests | Sends any request to an address | http request, send request, curl, httpbin, call api, webhook
web.feed | Feeds | Reads RSS and Atom feeds | rss, atom feed, feed
news | News | What the press reports | news, headline, newspaper, press article, breaking news, top stories
news.search | Search of news | Finds articles by subject, place or time | search news, news article, news search
compute | Computation | Works things out | computation, calculator
compute.arithmetic | Arithmetic | Sums, products, powers, rounding | sum, multiply, calculate, arithmetic, addition, subtract, divide, factorial, square root, add numbers, prime, gcd, lcm, fibonacci
compute.algebra | Mathematics | Equations, matrices, derivatives and integrals | equation, matrix, derivative, integral, polynomial, quadratic, algebra, calculus, logarithm, solve equation
compute.geometry | Geometry | Areas, volumes, angles, distances between points | geometry, area of, volume of, triangle, circle, perimeter, euclidean distance, hypotenuse, circumference
compute.statistics | Statistics | Means, deviations, probabilities and tests | probability, standard deviation, median, variance, linear regression, hypothesis test, t test, percentile, binomial
compute.random | Chance | Random numbers, dice and choices | random number, dice, coin flip, lottery, random
compute.units | Units | Converts units of measure | convert unit, unit conversion, unit converter, celsius, fahrenheit, convert temperature, convert length
compute.physics | Physics | Works out forces, motion, energy and fields | velocity, acceleration, kinetic energy, gravitational, electric field, momentum, physics, resistance, magnetic field
compute.simulate | Simulation | Runs models of how things behave | simulate, simulation, monte carlo, optimization, optimize, solver
time | Time | Clocks, dates, zones and holidays | date and time
time.clock | Time of day | Tells the time, and turns it into other zones | current time, time zone, timezone, convert time, world clock, current date, timestamp
time.calendar | Dates and holidays | Holidays, weekdays and spans between dates | public holiday, holiday, date difference, day of week, business day, date calculation, moon phase, zodiac calendar
ai | Artificial intelligence | Models that write, see, hear and predict | ai, artificial intelligence, machine learning
ai.chat | Language models | Asks a language model | chatgpt, llm, gpt, chat completion, language model, prompt, claude, gemini
ai.image | Making of images | Makes pictures from words | generate image, image generation, text to image, dall e, stable diffusion, midjourney, ai art
ai.speech | Speech | Speaks text and writes down speech | text to speech, speech to text, transcribe, transcription, voice synthesis, tts, speech recognition
ai.vision | Seeing | Says what is in a picture or film | image recognition, object detection, face detection, face recognition, image classification, image analysis, label image, computer vision, image captioning
ai.embedding | Embeddings | Turns text or images into vectors | embedding, embed text, sentence embedding
ai.train | Training of models | Trains, tunes, keeps and serves models | train model, fine tune, machine learning model, training job, model registry, hyperparameter, deploy model, experiment, neural network
ai.predict | Predictions | Asks a trained model to classify or forecast | classify, forecast model, recommender, recommendation, model prediction
ai.agent | Agents | Makes and runs agents and their conversations | agent, chatbot, assistant, dialogflow, intent, bot conversation
ai.video | Making of films | Makes films from words or pictures | video generation, text to video, avatar video
`;
