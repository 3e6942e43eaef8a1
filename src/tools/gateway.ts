/**
 * `npm run gateway` runs a gateway as a separate process, with the database (DATABASE_URL) and broker (MQTT_URL) of the
 * server. All running gateways, including those within servers, share the fleet.
 */
import { installed, openConfig } from '../server/config/openConfig'
import { startGateway } from '../server/gateway'
import { listenToPostgres } from '../server/live/listener'
import { readEnv } from '../server/start/env'
import { openStore } from '../server/start/openStore'
import { StartProblem, whyNotStarted } from '../server/start/startProblem'
import { databaseClock } from '../server/upkeep/clock'

const CLOCK_EVERY_MS = 2_000

const line = (level: string) => (details: object, message: string) =>
  process.stderr.write(
    `${JSON.stringify({ time: new Date().toISOString(), level, message, ...plainDetails(details) })}\n`,
  )
/** `JSON.stringify` omits the message of an error. */
const plainDetails = (details: object) =>
  'err' in details ? { ...details, err: String((details as { err: unknown }).err) } : details
const log = { debug: () => undefined, info: line('info'), warn: line('warn') }

async function start(): Promise<void> {
  const env = readEnv(process.env)
  if (!env.databaseUrl || env.mqtt === 'off' || !('url' in env.mqtt)) throw new StartProblem('gatewayNeeds')
  const [config, db] = await Promise.all([openConfig(installed(env)), openStore(env)])
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
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    clearInterval(checking)
    await gateway.stop()
    config.close()
    await db.destroy()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

start().catch((error: unknown) => {
  process.stderr.write(`${whyNotStarted(error)}\n`)
  process.exit(1)
})
