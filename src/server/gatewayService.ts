/** Starts the gateway within the server, with the broker that the environment names. */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { keepSimulating, type Simulating } from './demo/keepSimulating'
import { serveDemoDevices } from './demo/lending'
import type { Deps } from './deps'
import { startGateway } from './gateway'
import { openRevoked, type RevokedList, readDeviceTls } from './gateway/deviceCertificates'
import type { Log } from './gateway/log'
import type { Listen } from './live/listener'
import { withoutAccount } from './start/brokerAddresses'
import { type EmbeddedMqtt, type Env, isLoopback } from './start/env'
import { checkPort, withPortProblems } from './start/ports'
import { firstLine, StartProblem } from './start/startProblem'

const PORT_VARIABLES = 'MQTT_PORT, MQTT_HOST'

/** Demo devices are stored as online from the start, and have this time to connect. */
const DEMO_PATIENCE_MS = 60_000

interface GatewayService {
  /** The address for devices. */
  url: string
  stop(): Promise<void>
}

const embeddedOf = ({ mqtt }: Pick<Env, 'mqtt'>): EmbeddedMqtt | undefined =>
  mqtt === 'off' || 'url' in mqtt ? undefined : mqtt

/**
 * Checks the certificate of the embedded broker and its port, before the database is opened.
 *
 * @throws StartProblem for an unusable port or certificate
 */
export async function checkMqttPort(env: Pick<Env, 'mqtt'>): Promise<void> {
  const embedded = embeddedOf(env)
  if (!embedded) return
  // Opened only to report problems early.
  const tlsOptions = embedded.tls && (await openTls(embedded.tls))
  tlsOptions?.revoked?.close()
  await checkPort(embedded, PORT_VARIABLES)
}

/**
 * Starts the gateway, unless it is off.
 *
 * @throws StartProblem for an unusable port or certificate
 */
export async function serveDevices(
  env: Pick<Env, 'mqtt' | 'demo' | 'data' | 'databaseUrl'>,
  deps: Pick<Deps, 'db' | 'config' | 'now'> & { log: Log; listen: Listen | undefined; isDemo: boolean },
): Promise<GatewayService | undefined> {
  if (env.mqtt === 'off') return undefined
  const firstHelloMs = deps.isDemo ? DEMO_PATIENCE_MS : undefined
  const start = (broker: Parameters<typeof startGateway>[0]['broker']) =>
    startGateway({ ...deps, broker, firstHelloMs })
  /**
   * Lends demo devices to `npm run simulate`.
   *
   * @returns a function that stops lending; `undefined` if this is no demo, or lending could not begin
   */
  const lendDemo = async (url: string, simulating?: Simulating) =>
    deps.isDemo
      ? serveDemoDevices(env, { db: deps.db, url, simulating }).catch((err: unknown) =>
          deps.log.warn({ err }, 'npm run simulate cannot ask this server for devices'),
        )
      : undefined
  const embedded = embeddedOf(env)
  if (!embedded) {
    const gateway = await start({ url: (env.mqtt as { url: string }).url })
    const url = withoutAccount((env.mqtt as { url: string }).url)
    const stopLending = await lendDemo(url)
    return {
      url,
      async stop() {
        await gateway.stop()
        await stopLending?.()
      },
    }
  }
  const { host, port, tls } = embedded
  if (!tls && !isLoopback(host))
    deps.log.warn({ host }, 'devices connect without TLS: their secrets can be read on the way')
  const onProblem = (err: unknown) =>
    deps.log.warn({ err }, 'the list of revoked certificates cannot be read')
  const tlsOptions = tls && (await openTls(tls, onProblem))
  const gateway = await withPortProblems(embedded, PORT_VARIABLES, start({ host, port, tls: tlsOptions }))
  const urlHost = host.includes(':') ? `[${host}]` : host
  const url = `${tls ? 'mqtts' : 'mqtt'}://${urlHost}:${gateway.port}`
  const simulating = deps.isDemo && env.demo ? keepSimulating({ ...deps, url }) : undefined
  const stopLending = await lendDemo(url, simulating)
  return {
    url,
    async stop() {
      await gateway.stop()
      tlsOptions?.revoked?.close()
      simulating?.stop()
      await stopLending?.()
    },
  }
}

/** Reads the certificates, and watches the list of revoked ones. @throws StartProblem for an unusable file */
async function openTls(
  { cert, key, authority, revoked }: NonNullable<EmbeddedMqtt['tls']>,
  onProblem: (error: unknown) => void = () => undefined,
) {
  try {
    const options = await readDeviceTls({ certificate: cert, key, authority })
    // Throws for invalid or mismatched files. It ignores an invalid authority, which is therefore parsed separately.
    createSecureContext(options)
    if (authority) new X509Certificate(await readFile(authority))
    const list: RevokedList | undefined = revoked ? await openRevoked(revoked, { onProblem }) : undefined
    return { ...options, revoked: list }
  } catch (error) {
    throw new StartProblem('mqttTls', { cause: firstLine(error) })
  }
}
