/**
 * `npm run gateway` runs a gateway as a separate process, with the database (DATABASE_URL) and broker (MQTT_URL) of the
 * server. All running gateways, including those within servers, share the fleet.
 */
import { installed, openConfig } from '../server/config/openConfig'
import { startGateway } from '../server/gateway'
import { listenToPostgres } from '../server/live/listener'
import { createLog } from '../server/logStream'
import { versions } from '../server/packageRoot'
import { readEnv } from '../server/start/env'
import { openStore } from '../server/start/openStore'
import { StartProblem, whyNotStarted } from '../server/start/startProblem'
import { databaseClock } from '../server/upkeep/clock'

const CLOCK_EVERY_MS = 2_000

async function start(): Promise<void> {
  const env = readEnv(process.env)
  if (!env.databaseUrl || env.mqtt === 'off' || !('url' in env.mqtt)) throw new StartProblem('gatewayNeeds')
  const log = createLog(env.logLevel)
  const onMigrated = (migrations: readonly string[]) => log.info({ migrations }, 'migrated')
  const [config, db] = await Promise.all([openConfig(installed(env)), openStore(env, onMigrated)])
  const clock = await databaseClock(db, log)
  const checking = setInterval(() => void clock.check().catch(() => undefined), CLOCK_EVERY_MS)
  const gateway = await startGateway({
    db,
    config,
    log,
    now: () => clock.now(),
    broker: env.mqtt,
    listen: listenToPostgres(env.databaseDirectUrl ?? env.databaseUrl, db),
  })
  log.info(versions(), 'started')
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    log.info('stopping')
    clearInterval(checking)
    await gateway.stop()
    config.close()
    await db.destroy()
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

start().catch((error: unknown) => {
  process.stderr.write(`${whyNotStarted(error)}\n`)
  process.exit(1)
})
