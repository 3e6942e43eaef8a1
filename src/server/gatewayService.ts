/** The gateway as part of the server: where devices connect follows from the environment. */
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
import { portProblems, reservePort } from './start/ports'
import { firstLine, StartProblem } from './start/startProblem'

const NAMES = 'MQTT_PORT, MQTT_HOST'

/** The demo's devices count as online from the start, and have this time to connect. */
const DEMO_PATIENCE_MS = 60_000

interface GatewayService {
  /** Where devices connect. */
  url: string
  stop(): Promise<void>
}

const embeddedOf = ({ mqtt }: Pick<Env, 'mqtt'>): EmbeddedMqtt | undefined =>
  mqtt === 'off' || 'url' in mqtt ? undefined : mqtt

/**
 * Checks what the broker within the server needs, before anything is written, and reserves its port.
 *
 * @returns releases the port
 * @throws StartProblem for a port or certificate that cannot be used
 */
export async function reserveMqttPort(env: Pick<Env, 'mqtt'>): Promise<() => Promise<void>> {
  const place = embeddedOf(env)
  if (!place) return async () => {}
  const secured = place.tls && (await secure(place.tls))
  secured?.revoked?.close()
  return reservePort(place, NAMES)
}

/**
 * Starts it, unless the environment says that there is none.
 *
 * @throws StartProblem for a port or certificate that cannot be used
 */
export async function serveDevices(
  env: Pick<Env, 'mqtt' | 'demo' | 'data' | 'databaseUrl'>,
  deps: Pick<Deps, 'db' | 'config' | 'now'> & { log: Log; listen: Listen | undefined; isDemo: boolean },
): Promise<GatewayService | undefined> {
  if (env.mqtt === 'off') return undefined
  const firstHelloMs = deps.isDemo ? DEMO_PATIENCE_MS : undefined
  const start = (broker: Parameters<typeof startGateway>[0]['broker']) =>
    startGateway({ ...deps, broker, firstHelloMs })
  /** For `npm run simulate`. */
  const lendDemo = async (url: string, simulating?: Simulating) =>
    deps.isDemo
      ? serveDemoDevices(env, { db: deps.db, url, simulating }).catch((err: unknown) =>
          deps.log.warn({ err }, 'npm run simulate cannot ask this server for devices'),
        )
      : undefined
  const place = embeddedOf(env)
  if (!place) {
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
  const { host, port, tls } = place
  if (!tls && !isLoopback(host))
    deps.log.warn({ host }, 'devices connect without TLS: their secrets can be read on the way')
  const onProblem = (err: unknown) =>
    deps.log.warn({ err }, 'the list of revoked certificates cannot be read')
  const secured = tls && (await secure(tls, onProblem))
  const gateway = await portProblems(place, NAMES, start({ host, port, tls: secured }))
  const shown = host.includes(':') ? `[${host}]` : host
  const url = `${tls ? 'mqtts' : 'mqtt'}://${shown}:${gateway.port}`
  const simulating = deps.isDemo && env.demo ? keepSimulating({ ...deps, url }) : undefined
  const stopLending = await lendDemo(url, simulating)
  return {
    url,
    async stop() {
      await gateway.stop()
      secured?.revoked?.close()
      simulating?.stop()
      await stopLending?.()
    },
  }
}

async function secure(
  { cert, key, authority, revoked }: NonNullable<EmbeddedMqtt['tls']>,
  onProblem: (error: unknown) => void = () => undefined,
) {
  try {
    const options = await readDeviceTls({ certificate: cert, key, authority })
    // These throw for files that hold no certificate or do not belong together; an authority that is none would be
    // passed over.
    createSecureContext(options)
    if (authority) new X509Certificate(await readFile(authority))
    const list: RevokedList | undefined = revoked ? await openRevoked(revoked, { onProblem }) : undefined
    return { ...options, revoked: list }
  } catch (error) {
    throw new StartProblem('mqttTls', { cause: firstLine(error) })
  }
}
