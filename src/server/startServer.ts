/** Starts the server: environment, config, database, first accounts on an empty database, app, gateway and port. */
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import type { LevelName } from '../domain/authority'
import { checkStrongPassword } from '../domain/password'
import { buildApp } from './app'
import { activeMasters } from './commands/accounts/makeMaster'
import { addConfigHistory } from './commands/configHistory'
import { installed, type OpenConfig, openConfig } from './config/openConfig'
import { serveCopies } from './copyService'
import { checkMqttPort, serveDevices } from './gatewayService'
import { listenToPglite, listenToPostgres } from './live/listener'
import { logOptions } from './logStream'
import { packageRoot, versions } from './packageRoot'
import { bootFor } from './plugins/config'
import { secretOf } from './secret'
import { providerStates, unknownProviders } from './social/settings'
import { type Env, readEnv } from './start/env'
import { assertDemoIsLocal, fillEmptyDatabase, hasAccounts, isDemo } from './start/firstStart'
import { openBulkDb, openStore, withoutPassword } from './start/openStore'
import { checkPort, withPortProblems } from './start/ports'
import { StartProblem, terminalLocale } from './start/startProblem'
import { masterLines, welcome } from './start/welcome'
import { stopOnSignal } from './stopOnSignal'
import { createTokens, installationSecret } from './tokens'
import { databaseClock } from './upkeep/clock'
import { startSweeps } from './upkeep/sweeps'
import { keepUnique, type UniqueUpkeep } from './upkeep/uniqueUpkeep'

const PORT_VARIABLES = 'PORT, HOST'
/** Saves memory: by default V8 lets the heap grow to three times the used memory before a collection. */
const HEAP_GROWS_PERCENT = 50
/**
 * Connections waiting to be accepted. An external broker may send requests for thousands of devices at once; a
 * connection beyond the backlog is retried after a second.
 */
const BACKLOG = 4_096

/** @throws StartProblem, ConfigRefused, or an unexpected error */
export async function startServer(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWS_PERCENT}`)
  const env = readEnv(process.env)
  await checkPort(env, PORT_VARIABLES)
  await checkMqttPort(env)
  // In parallel: opening the database takes longest and needs no config.
  const migrations: string[] = []
  const [config, db] = await Promise.all([configFor(env), openStore(env, names => migrations.push(...names))])
  const { shared } = config.current()
  assertDemoIsLocal(env, (await isDemo(db)) || (env.demo && !(await hasAccounts(db))))

  const bulkDb = await openBulkDb(env, db)
  const clock = await databaseClock(db, { warn: (...line) => app.log.warn(...line) })
  const folder = join(packageRoot, 'dist/console')
  let unique: UniqueUpkeep | undefined
  const listen = env.databaseUrl
    ? listenToPostgres(env.databaseDirectUrl ?? env.databaseUrl, db)
    : listenToPglite(db)
  const app: FastifyInstance = await buildApp({
    db,
    bulkDb,
    config,
    openConfig: config,
    env,
    tokens: createTokens(env.jwtSecret ?? (await installationSecret(db))),
    now: () => clock.now(),
    logger: logOptions(env.logLevel),
    listen,
    duplicates: () => unique?.duplicates() ?? [],
    console: { folder, boot: () => bootFor(config, env) },
  })
  const levels = shared.levels.numbers
  let passwordFile: string | undefined
  const locale = terminalLocale()
  // Before the server listens, so that no request can create the first account.
  const first = await fillEmptyDatabase(bulkDb, env, {
    now: clock.now(),
    levels,
    secret: secretOf(
      env,
      process.stdout.isTTY
        ? (email, password) => process.stdout.write(masterLines(email, password, locale))
        : undefined,
      file => {
        passwordFile = file
        app.log.info({ file }, 'the password of the first master is in this file')
      },
    ),
  })
  for (const { name, missing } of providerStates(shared.app, env))
    if (missing.length > 0)
      app.log[env.social[name] ? 'warn' : 'info'](
        { provider: name, missing },
        `sign-in by ${name} is not offered: ${missing.join(', ')}`,
      )
  for (const name of unknownProviders(shared.app, env))
    app.log.warn(`OIDC_${name.toUpperCase()}_… is set, and config/app.json has no provider "${name}"`)
  if ((await activeMasters(db, levels)).length === 0)
    app.log.warn('no active master account is left: npm run account -- make-master')
  const gateway = await serveDevices(env, {
    db,
    config,
    listen,
    now: () => clock.now(),
    log: app.log,
    isDemo: first.kind === 'demo',
  })
  await withPortProblems(
    env,
    PORT_VARIABLES,
    app.listen({ host: env.host, port: env.port, backlog: BACKLOG }),
  )
  const stopCopies = env.databaseUrl
    ? undefined
    : await serveCopies(db, env.data).catch((error: unknown) =>
        app.log.warn({ err: error }, 'npm run backup needs the server to be stopped'),
      )
  stopOnSignal(app, [db, bulkDb], env, async () => {
    unique?.stop()
    await gateway?.stop()
    await stopCopies?.()
  })
  const recordConfig = () =>
    addConfigHistory(db, config.current()).catch((err: unknown) =>
      app.log.warn({ err }, 'history: a change of the config was not written'),
    )
  await recordConfig()
  config.onOutcome(({ kind }) => {
    if (kind === 'changed') void recordConfig()
  })
  app.log.info({ ...versions(), migrations, port: portOf(app) }, 'started')
  startSweeps(app, { db, bulkDb, clock, config })
  const warn = (err: unknown) =>
    app.log.warn({ err }, 'unique: the indexes of config could not be built, or duplicates not be counted')
  unique = keepUnique({ db, config, env, warn })
  process.stdout.write(
    welcome({
      service: shared.app.service[locale],
      url: env.publicUrl ?? `http://${urlHost(env.host)}:${portOf(app)}`,
      devices: gateway?.url,
      data: env.databaseUrl ? withoutPassword(env.databaseUrl) : env.data,
      first,
      passwordFile,
      screens: existsSync(join(folder, 'index.html')),
      locale,
      levelLabel: level => shared.levels.labels[level as LevelName]?.[locale] ?? level,
    }),
  )
}

/** Opens the config. @throws StartProblem if the password of the first master is too weak for it */
async function configFor({ masterPassword, ...paths }: Env): Promise<OpenConfig> {
  const config = await openConfig(installed(paths))
  const limits = config.current().shared.app.limits.password
  if (masterPassword && checkStrongPassword(masterPassword, masterPassword, limits))
    throw new StartProblem('masterPassword', { min: limits.min })
  return config
}

/** The requested port, or with PORT=0 the one that the system assigned. */
const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

function urlHost(host: string): string {
  if (host.includes(':')) return `[${host}]`
  return host === '127.0.0.1' ? 'localhost' : host
}
