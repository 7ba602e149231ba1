/** Media, places, travel, weather and play. */
export const leisureSeed = `
media | Media | Pictures, sound and film | media file
media.image | Images | Finds and changes pictures | image, picture, photo
media.image.edit | Change of images | Cuts, resizes, filters and converts pictures | resize image, crop image, image editing, remove background, compress image, convert image, image filter, watermark, thumbnail, image upscale
media.image.search | Search of images | Finds pictures | stock photo, image search, unsplash, search images, gif search, giphy, photo search, meme
media.design | Design | Drawings, colours, logos and fonts | design, figma, logo, color palette, hex color, color scheme, font, icon, illustration, canvas, svg, colour
media.video | Video | Finds, plays and changes films | video, youtube, video details, live stream, video upload, vimeo, video download, video editing, video asset, tiktok video, video playback
media.audio | Audio | Sounds: records, plays, changes them | audio, sound, podcast, audio file, voice recording, audio effect, radio station, noise reduction
media.music | Music | Songs, artists and lists | music, song, playlist, spotify, artist album, lyrics, album, concert, chord, play song, soundcloud, musical instrument
media.model | Models in space | Things in three dimensions | 3d model, blender, cad, mesh, 3d print, augmented reality, virtual reality
media.art | Art | Works of art, museums and culture | artwork, museum, painting, art gallery, sculpture, art exhibition
media.library | Media at home | Servers of films, music and pictures | media server, jellyfin, plex, media library
media.publish | Publishing | Magazines, comics, and who may print what | publishing, magazine, copyright license, comic, manga
entertainment | Entertainment | Films, games and fun | entertainment
entertainment.movie | Films and series | What to watch | movie, film, tv show, imdb, episode, tv series, cinema, streaming, actor, netflix, trailer, tv channel, anime, box office
entertainment.game | Games | Games, players and scores | game, gaming, player stats, steam, chess, leaderboard, esports, minecraft, pokemon, dungeon, achievement, game server, puzzle, sudoku
entertainment.fun | Fun | Jokes, facts and oddities | joke, funny, chuck norris, meme generator, riddle, insult, cat fact, dad joke, prank
entertainment.event | Events | Concerts, shows and tickets | event ticket, concert ticket, ticketmaster, event search, find event, festival, buy ticket, live event, theater
entertainment.gamble | Betting | Odds and bets | betting, odds, bet, casino, bookmaker, sportsbook
entertainment.hobby | Hobbies | Craft, gardens, dance, pets | craft, gardening, knitting, dance, photography, hobby, fashion, outfit, tattoo, toy
sports | Sports | Games of skill and their results | sport
sports.score | Scores and fixtures | Who plays, and who won | live score, match result, fixture, league standings, sports schedule, match schedule, standings, tournament
sports.football | Football | Football of both kinds | football, soccer, premier league, nfl, fifa, champions league
sports.basketball | Basketball | Basketball | basketball, nba
sports.player | Players and teams | Figures of players and teams | player statistics, team statistics, athlete, team roster, sports team, coach, squad
sports.other | Other sports | Tennis, racing, cricket and more | tennis, formula 1, cricket, golf, baseball, hockey, racing, rugby, horse racing, mlb, nhl, boxing, swimming, motogp
location | Places | Where things are | geography
location.geocode | Addresses | Turns addresses into places and back | geocode, reverse geocoding, coordinates, latitude, address lookup, address validation, geocoding, street address
location.route | Routes | The way from here to there | route, directions, distance matrix, navigation, travel time, driving directions, isochrone, calculate distance, distance between, turn by turn, shortest path
location.search | Search of places | What is near | nearby places, place search, points of interest, poi, find nearby, place details, nearby search, google places
location.map | Maps | Draws maps | map, map tile, static map, openstreetmap, mapbox, google maps, gis, geospatial, satellite imagery
location.ip | Places of addresses | Where an IP address is | ip address, ip geolocation, ip lookup, geoip, my ip
location.country | Countries | Countries, cities and codes | list cities, postal code, zip code, states list, city information, capital city, country code, list countries, country information, country details
location.parking | Parking and charging | Where a car can stand | parking, charging station, ev charging, parking facilities, gas station
travel | Travel | Going places | travel, trip, tourism
travel.flight | Flights | Finds, books and follows flights | flight, airline, flight search, airport, book flight, flight status, aircraft, airfare
travel.hotel | Hotels | Finds and books rooms | hotel, hotel booking, airbnb, accommodation, book hotel, room reservation, check in date, vacation rental
travel.car | Cars | Hires cars and rides | car rental, taxi, uber, ride sharing, rent car, rideshare, cab
travel.transit | Public transport | Trains, buses, boats and their times | train, bus, public transport, transit, railway, metro, train schedule, bus stop, timetable, ferry, train ticket, subway, bikeshare, 12306
travel.plan | Plans of travel | What to see, and in what order | itinerary, travel plan, trip planning, tourist attraction, sightseeing, travel guide, attraction, destination
travel.cruise | Ships and ports | Vessels and where they sail | cruise, vessel, ship position, port call, marine traffic
travel.vehicle | Cars and traffic | What is known of cars, and of the road | vehicle, car model, traffic, car make, vin, road condition, fuel economy, car price, auto parts
weather | Weather | Sky, wind and air | weather
weather.current | Weather now | How the weather is | current weather, weather conditions, get weather, humidity, wind speed
weather.forecast | Forecasts | How the weather will be | weather forecast, forecast, daily forecast, hourly forecast, rain tomorrow, weather prediction
weather.history | Weather of the past | How the weather was | historical weather, climate, past weather, climate data, weather history
weather.air | Air | How clean the air is | air quality, aqi, pollen, air pollution, uv index
weather.alert | Warnings | Storms and other dangers | weather alert, storm warning, hurricane, severe weather, weather warning
weather.sun | Sun and moon | When the sun rises and sets | sunrise, sunset, moonrise, daylight, solar radiation
data.weather > weather
mail > communication.email
mail.send > communication.email.send
email > communication.email
calendar > productivity.calendar
maps > location.map
search.web > web.search
text.summarize > text.summarise
`;
