/** Software, the machines it runs on, and their security. */
export const makingSeed = `
code | Code | Writing, keeping and shipping software | software, coding, programming, source code
code.version-control | Version control | Commits, branches and repositories | git, repo, git log, git diff, github, gitlab, bitbucket, gist, tag release, git branch, git commit, list branches, list commits, create branch, create repository, list repositories, search repositories
code.review | Code review | Pull requests, and what reviewers say | pull request, merge request, code review, review comment
code.issue | Issues | Reports of bugs and wishes for software | bug report, issue tracker, jira, create issue, list issues, sentry issue, open issue, issue comment
code.build | Builds | Builds, tests and ships code on its own | continuous integration, ci, build pipeline, github actions, workflow run, jenkins, circleci, build job, deployment pipeline
code.test | Tests | Runs tests of software, and loads it | run test, test case, test suite, unit test, load test, test run
code.quality | Quality of code | Finds faults, smells and duplication in code | sonarqube, linter, lint, static analysis, code quality, code coverage, code smell, quality gate
code.run | Running of code | Runs code and shell commands | execute code, run code, python code, run command, execute command, shell command, sandbox, terminal, notebook, jupyter, javascript code
code.search | Search in code | Finds symbols and text in code | search code, find symbol, code search, find references, type definition, reflection
code.edit | Change of code | Writes and changes source files | refactor, edit code, generate code, insert code, code generation, replace symbol
code.package | Packages | Libraries, their versions and registries | npm, package, nuget, pypi, maven, dependency, container image, docker hub, docker image
code.api | APIs | Describes, tests and publishes interfaces of programs | openapi, swagger, api gateway, graphql, rest api, api management, api specification, api key management
code.debug | Errors and logs of programs | Follows errors of programs while they run | debug, stack trace, error tracking, crash, exception
code.mobile | Mobile apps | Builds, tests and ships apps for phones | app store, mobile app, android, ios app, testflight, google play, app center
code.regex | Patterns | Makes and tests patterns of text | regular expression, regexp
infrastructure | Infrastructure | Machines, networks and services software runs on | infrastructure, cloud, cloud resource, resource group
infrastructure.compute | Servers | Machines, virtual or not | virtual machine, server instance, ec2, droplet, vm, reboot, hypervisor, bare metal, auto scaling
infrastructure.container | Containers | Containers and what runs them | kubernetes, docker container, kubectl, namespace pod, helm, deployment scale, ecs, node pool, kubernetes cluster, container cluster, kubernetes pod
infrastructure.function | Functions | Code that runs on demand | lambda, serverless, cloud function, function app, azure function
infrastructure.app | Hosted applications | Platforms that run whole applications | web app, app service, heroku, app engine, deploy app, hosting, vercel, netlify, site slot
infrastructure.network | Networks | Addresses, routes, load balancers, VPN | vpc, subnet, load balancer, virtual network, route table, vpn, network interface, firewall rule, network security group, nat gateway, ip pool, switch port, wireless, vlan, express route, peering
infrastructure.dns | DNS | Names of hosts | dns, dns record, dns zone, nameserver, hosted zone
infrastructure.cdn | Delivery of content | Caches at the edge of the network | cdn, cloudfront, purge cache, edge cache, front door
infrastructure.database | Managed databases | Makes and keeps database servers | database instance, rds, database cluster, sql server, managed database, database account, dynamodb, db instance, cosmos db, db cluster
infrastructure.disk | Disks | Volumes and images of machines | volume, disk, disk image, ebs, file share
infrastructure.monitor | Watching | Measures, logs, traces and alerts of systems | monitor, alert rule, uptime, log analytics, grafana, prometheus, datadog, cloudwatch, diagnostic, health check, incident, alarm, observability, splunk, tracing, metric data, list metrics, query logs
infrastructure.deploy | Templates of infrastructure | Describes infrastructure as code and rolls it out | terraform, cloudformation, infrastructure as code, provisioning, arm template, stack set, resource deployment, configuration management, ansible
infrastructure.cost | Costs and quotas | What the cloud costs, and its limits | cloud cost, billing account, quota, budget alert, cost management, usage details, service limit
infrastructure.schedule | Scheduled work | Runs jobs at times | cron, scheduler, scheduled job, job schedule, batch job, job queue
infrastructure.migrate | Migration | Moves systems from one place to another | migration, migrate, replication
infrastructure.tag | Labels of resources | Tags and groups resources | tag resource, untag resource, resource tags
iot | Devices | Things on the network, at home and at work | iot, smart device, internet of things
iot.home | Home | Lights, locks, heating and cameras at home | smart home, home assistant, light bulb, thermostat, smart lock, home automation, air conditioner, robot vacuum
iot.sensor | Sensors | Reads what sensors measure | sensor, telemetry, sensor reading, sensor data, iot hub
iot.device | Fleets of devices | Registers, updates and steers devices | device management, firmware, iot device, device twin, printer, edge device, enroll device
iot.vehicle | Vehicles | Reads and steers cars and drones | vehicle status, car control, drone, lock doors, engine start, tire pressure, vin decoder
security | Security | Keeps people and systems safe | security
security.scan | Scans | Finds weaknesses and malware | vulnerability, malware, virus scan, penetration test, cve, security scan, vulnerability scan, exploit
security.threat | Threats | Detects attacks, and what is known of attackers | threat, threat intelligence, phishing, intrusion, detection, ioc, blacklist, security alert, fraud, siem, security incident
security.secret | Secrets and keys | Keeps secrets, keys and certificates | secret, key vault, certificate, ssl, tls, encrypt, decrypt, kms, encryption key, key rotation
security.policy | Rules of protection | Firewalls, and rules of access and of data | firewall, waf, security policy, access rule, data loss prevention, url filtering, network policy, zero trust, allow list
security.audit | Audit and compliance | What was done, and whether it follows the rules | audit log, compliance, activity log, governance, audit event
security.password | Passwords | Makes and checks passwords | password, generate password, password strength, breach check
security.moderation | Moderation | Finds what should not be shown | content moderation, nsfw, toxic, spam detection, hate speech
identity | Identity | People, their accounts and what they may do | identity
identity.user | Users | Accounts of people | user account, create user, list users, user profile, update user, delete user
identity.group | Groups | Groups, teams and organisations | group member, user group, list groups, organization member, add member, team member
identity.login | Sign-in | Signs people in | login, authentication, oauth, sign in, single sign on, sso, session token, logout, access token, multi factor, otp, jwt
identity.permission | Permissions | Roles and rights | permission, rbac, access control, iam policy, role assignment, grant access, privilege
identity.verify | Proof of identity | Checks who somebody is | identity verification, kyc, verify identity, captcha, passport verification, id card, age verification, biometrics
identity.application | Applications and keys | Registers applications, clients and keys | api key, oauth client, app registration, service account, client secret
identity.name | Names of people | Tells gender and origin of names, and makes people up | random user, name gender, baby name, nationality of name, name origin, fake name
workflow | Workflows | Runs steps across services | workflow, automation, orchestration, zapier, process instance, business process, state machine, approval workflow, trigger flow
`;
