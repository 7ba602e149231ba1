/** How people reach each other, organise their work, trade, and live. */
export const peopleSeed = `
communication | Communication | Messages between people | communication, messaging
communication.email | Email | Mail: sends, reads and sorts it | email, mail, gmail, outlook, inbox, imap, smtp, mailbox, mail thread, email draft
communication.email.send | Sending of email | Sends mail, one or many | send email, send mail, compose email, email sending, transactional email, mail send, reply email
communication.email.verify | Checks of addresses | Says whether an email address works | verify email, email validation, email verification, validate email, disposable email, email checker
communication.chat | Chat | Messages and channels of teams and friends | chat, slack, slack channel, discord, telegram, whatsapp, microsoft teams, post message, send message, channel message, direct message, chat message
communication.sms | Text messages | Messages to phones | sms, text message, send sms, mms
communication.phone | Telephony | Calls, numbers and voice mail | phone call, phone number, voice call, voicemail, call queue, call recording, phone number lookup, carrier, sip, ivr, callfire, dialing
communication.meeting | Meetings | Calls with picture, and their recordings | zoom meeting, video conference, webinar, google meet, meeting recording, video call, meeting participant, conference call
communication.notify | Notifications | Tells devices and people that something happened | push notification, send notification, notification, alert user, subscribe notification
communication.contact | Contacts | Addresses and numbers of people | contact list, address book, contacts, phone book, add contact
communication.fax | Post and fax | Letters, postcards and faxes | fax, postcard, postal mail, send letter
social | Social networks | Posts, people and what they say to each other | social media, social network, tweet
social.post | Posts | Writes and reads posts, comments and likes | tweet, twitter, post comment, reddit, instagram post, linkedin post, facebook post, like post, retweet, mastodon, status update, social post, publish post, create post, like comment
social.profile | Profiles | Who people are on social networks, and who follows them | follower, instagram profile, social profile, linkedin profile, user timeline, following list, tiktok user, influencer
social.trend | Trends | What many talk about | trending, hashtag, trend, trending topics, hot list
social.community | Communities | Forums, groups and events of people | forum, community, subreddit, discussion thread, meetup
social.dating | Meeting people | Dating and friendship | dating, love calculator, matchmaking, horoscope compatibility
productivity | Productivity | Getting work done | productivity
productivity.task | Tasks | Things to do | task, todo, to do list, reminder, todoist, checklist, create task, task list
productivity.calendar | Calendars | Events, invitations and free time | calendar, calendar event, schedule meeting, create event, appointment, booking slot, availability, reschedule, agenda
productivity.note | Notes | Writes and finds notes | note, notion, obsidian, evernote, create note, notebook page, journal
productivity.project | Projects | Plans, boards and sprints | project management, kanban, trello, asana, sprint, milestone, board card, gantt, backlog, epic, create project, update project, list projects
productivity.time | Time spent | Follows hours of work | time tracking, timesheet, time entry, work hours, pomodoro, timer
productivity.form | Forms and surveys | Asks people and gathers answers | survey, form response, questionnaire, poll, typeform, google form, form submission
productivity.wiki | Wikis | Pages that teams write together | confluence, wiki page, team page, sharepoint
productivity.content | Content management | Documents of an organisation, and their versions | content management, alfresco, document management, content node, digital asset, content item
business | Business | Running a company | enterprise, business operation
business.crm | Customers | Leads, deals and what is known of customers | crm, lead, salesforce, hubspot, opportunity, customer record, sales pipeline, customer relationship, prospect, create contact
business.support | Support | Tickets and help desks | support ticket, zendesk, help desk, helpdesk, customer support, customer service, service request, ticket
business.marketing | Marketing | Campaigns, lists and advertisements | marketing, campaign, newsletter, mailing list, mailchimp, advertising, ad campaign, subscriber, audience segment, ad group, coupon campaign, promotion
business.analytics | Analysis of use | What visitors and customers do | analytics, google analytics, page views, conversion, traffic report, web analytics, click tracking, event tracking, audience insight, engagement metrics
business.hr | People at work | Staff, pay and hiring | employee, payroll, recruit, applicant, leave request, salary, onboarding employee, job applicant, payslip
business.jobs | Jobs | Openings and careers | job search, job listing, vacancy, job posting, career, job opening
business.company | Companies | What is known of companies | company information, company profile, business registry, firmographic, company search, company data, vat number, business search
business.legal | Law | Courts, contracts and rules | court, lawsuit, legal, patent, trademark, legislation, court case, regulation, legal contract, law firm
business.erp | Enterprise systems | Systems that run a whole company | erp, sap, procurement, purchase order, supplier, vendor
business.industry | Industry | Plants, making and farming | manufacturing, machine maintenance, production line, agriculture, crop, farm, irrigation, mining, oil, construction, building information
business.energy | Energy | Power, fuel and what they emit | electricity, solar, carbon footprint, energy consumption, power grid, emission, fuel price, gas price, carbon
business.property | Property | Houses, flats and land | real estate, property listing, rent apartment, zillow, mortgage property, housing, landlord, tenancy, property value, property search
commerce | Commerce | Buying and selling | commerce, ecommerce, e commerce, online shop
commerce.product | Products | What is for sale, and its price | product, product search, product details, catalog item, sku, price comparison, barcode, product catalog, search products, amazon product, product review
commerce.order | Orders | What was bought | create order, order status, place order, order history, cancel order, list orders, order by id, get order, order details
commerce.order.create | Placing of orders | Orders something | place order, submit order, new order, checkout order
commerce.cart | Carts | What is about to be bought | cart, checkout, shopping cart, basket, add to cart
commerce.stock | Stock | What is in the warehouse | inventory, stock level, warehouse, stock item
commerce.ship | Shipping | Sends parcels and follows them | shipping, shipment, track package, parcel, tracking number, delivery, courier, package tracking, shipping rate, freight, logistics
commerce.discount | Discounts | Coupons, vouchers and gift cards | coupon, discount, voucher, gift card, deals, loyalty, reward points, promo code
commerce.subscription | Subscriptions | Plans that are paid again and again | subscription plan, recurring billing, cancel subscription, create subscription
commerce.store | Shops | Keeps an online shop | shopify, woocommerce, magento, merchant, storefront, seller, marketplace listing
commerce.price | Prices | What things cost, and how that changes | price history, price tracker, price estimate, price alert
finance | Finance | Money | finance, financial
finance.payment | Payments | Pays, refunds and moves money | payment, pay, refund, stripe, paypal, charge card, credit card, payment method, payment intent, money transfer, payout, checkout session
finance.invoice | Invoices | Writes and follows bills | invoice, billing, create invoice, credit note, bill, receipt
finance.account | Bank accounts | Balances and what went in and out | bank account, account balance, bank transaction, open banking, transactions list, statement, iban, swift code, bank identification, bin lookup
finance.accounting | Accounting | Books of a company | accounting, ledger, journal entry, xero, quickbooks, bookkeeping, chart of accounts, balance sheet, expense, depreciation
finance.tax | Taxes | Works out and files taxes | tax, vat, sales tax, tax rate, income tax, tax calculation, gst
finance.stock | Shares and funds | Prices and figures of what is traded | stock price, stock market, ticker, stock quote, etf, earnings, stocks, market data, fund, dividend, share price, options chain, historical price, securities
finance.trade | Trading | Buys and sells what is traded | trade order, portfolio, buy stock, sell stock, holdings, brokerage, watchlist, futures order
finance.currency | Currencies | Rates between currencies | exchange rate, currency conversion, forex, convert currency, currency converter, currency
finance.crypto | Cryptocurrency | Coins, wallets and chains | bitcoin, crypto, cryptocurrency, ethereum, blockchain, wallet balance, token price, nft, defi, smart contract, coin price, solana, crypto wallet, wallet address, web3
finance.loan | Loans | Works out loans, interest and mortgages | loan, mortgage, interest rate, amortization, compound interest, credit score, annuity
finance.insurance | Insurance | Policies and claims | insurance, insurance claim, insurance quote, premium
finance.invest | Investment | Returns, risks and plans | investment, roi, return on investment, retirement, asset allocation, net present value, financial planning, portfolio optimization
finance.economy | Economy | Figures of whole economies | gdp, inflation, economic indicator, unemployment, interest rate decision, economic data, central bank
finance.commodity | Metals and raw materials | Prices of gold, oil and grain | gold price, metal price, commodity price, silver price, oil price
finance.donation | Giving | Gifts to good causes | donation, charity, fundraising, nonprofit
health | Health | Bodies and medicine | healthcare, medical
health.record | Health records | What is known of patients | patient, health record, fhir, medical record, clinical, dicom, patient record
health.medicine | Medicines | What medicines do, and where they are | drug, medication, medicine, prescription, pharmacy, drug interaction
health.symptom | Illness | Symptoms, diseases and diagnosis | symptom, disease, diagnosis, covid, covid 19, medical condition, clinical trial, epidemic
health.fitness | Fitness | Exercise and its measures | workout, exercise, bmi, calories burned, fitness, heart rate, step count, yoga, body fat, strava
health.nutrition | Nutrition | What is in food | nutrition, calorie, nutrient, diet, meal plan, food intake
health.provider | Care | Doctors, hospitals and appointments | doctor, hospital, clinic, medical appointment, dentist, health provider, nurse
health.mind | Mind | Mood, sleep and calm | mental health, meditation, therapy, mood, stress, sleep, mindfulness
health.gene | Genes | Genomes, genes and proteins | gene, genome, protein, dna, sequence alignment, rna
food | Food | Eating and drinking | food
food.recipe | Recipes | How to cook | recipe, cocktail, ingredient, cooking, cook, cuisine, meal
food.restaurant | Restaurants | Where to eat | restaurant, book table, menu, find restaurants, cafe, table reservation, dining
food.order | Orders of food | Has food brought | food order, food delivery, order pizza, order food, grocery, takeaway
food.drink | Drinks | Beer, wine and coffee | wine, beer, brewery, coffee, whisky
education | Education | Learning and teaching | education
education.course | Courses | Classes and lessons | course, lesson, class schedule, online course, tutorial, classroom, curriculum, enrollment, lecture
education.quiz | Quizzes | Asks and marks | quiz, flashcard, exam, test question, assessment
education.language | Learning of languages | Vocabulary and practice | learn language, vocabulary, language learning, kanji
education.school | Schools | Universities, grades and students | university, student, school, college, grade, scholarship, campus
science | Science | Measuring and understanding nature | scientific
science.space | Space | Planets, stars and flights to them | astronomy, planet, nasa, satellite, asteroid, iss, rocket launch, exoplanet, solar system
science.chemistry | Chemistry | Elements, compounds and reactions | molecule, chemical, compound, periodic table, chemistry, molar mass
science.biology | Living things | Animals, plants and where they live | species, animal, biology, ecosystem, evolution, bird, breed, pet
science.earth | Earth | Earthquakes, oceans, rocks | earthquake, volcano, tide, geology, ocean, seismic, soil, wildfire, flood
science.lab | Laboratories | Experiments and instruments | laboratory, experiment protocol, microscope, lab sample
government | Government | States and what they publish | government, public sector
government.politics | Politics | Parliaments, elections and members | election, parliament, congress, politician, legislator, campaign finance, president
government.service | Public services | Permits, registers and records of the state | permit, license plate, passport, visa, public record, vehicle registration, emergency services
government.environment | Environment | What agencies measure and regulate | environmental protection, water quality, facility report, epa, pollution, waste, recycling, conservation
government.safety | Safety | Crime, disasters and help | crime, police, disaster, emergency, sex offender, missing person, fire department
humanities | Humanities | Past, belief and thought | humanities
humanities.history | History | What happened, and when | historical event, on this day, archaeology
humanities.religion | Religion | Belief and its texts | religion, prayer times, bible verse, church, hadith, scripture
humanities.philosophy | Thought | Ethics, philosophy, society | philosophy, ethics, sociology, psychology, anthropology, quote of the day, quotes
humanities.astrology | Astrology | Horoscopes, tarot and numbers | horoscope, astrology, zodiac, tarot, numerology
`;
