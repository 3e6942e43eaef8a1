/** The gateway as part of the server: where devices connect follows from the environment. */
import { keepSimulating } from './demo/keepSimulating'
import type { Deps } from './deps'
import { type EmbeddedMqtt, type Env, isLoopback } from './env'
import { type Gateway, startGateway } from './gateway'
import { openRevoked, type RevokedList, readDeviceTls } from './gateway/deviceCertificates'
import type { Log } from './gateway/log'
import { portProblems, reservePort } from './ports'
import { StartProblem } from './startProblem'
import { firstLine } from './whyNotStarted'

const NAMES = 'MQTT_PORT, MQTT_HOST'

/** The demo's devices count as online from the start; they have so long to connect. */
const DEMO_PATIENCE_MS = 60_000

export interface GatewayService {
  /** Where devices connect. */
  url: string
  stop(): Promise<void>
}

const embeddedOf = ({ mqtt }: Pick<Env, 'mqtt'>): EmbeddedMqtt | undefined =>
  mqtt === 'off' || 'url' in mqtt ? undefined : mqtt

/** @returns lets the port of the broker go, which nobody else takes until then */
export function reserveMqttPort(env: Pick<Env, 'mqtt'>): Promise<() => Promise<void>> {
  const place = embeddedOf(env)
  return place ? reservePort(place, NAMES) : Promise.resolve(async () => {})
}

/**
 * Starts it, unless the environment says that there is none.
 *
 * @throws StartProblem for a port or certificate that cannot be used
 */
export async function serveDevices(
  env: Pick<Env, 'mqtt' | 'demo'>,
  deps: Pick<Deps, 'db' | 'config' | 'now'> & { log: Log; isDemo: boolean },
): Promise<GatewayService | undefined> {
  if (env.mqtt === 'off') return undefined
  const firstHelloMs = deps.isDemo ? DEMO_PATIENCE_MS : undefined
  const start = (broker: Parameters<typeof startGateway>[0]['broker']) =>
    startGateway({ ...deps, broker, firstHelloMs })
  const place = embeddedOf(env)
  if (!place) {
    const { url } = env.mqtt as { url: string }
    const gateway = await start({ url })
    return { url: withoutUser(url), stop: () => gateway.stop() }
  }
  const { host, port, tls } = place
  if (!tls && !isLoopback(host))
    deps.log.warn({ host }, 'devices connect without TLS: their secrets can be read on the way')
  const secured = tls && (await secure(tls, deps.log))
  let gateway: Gateway
  try {
    gateway = await portProblems(place, NAMES, start({ host, port, tls: secured }))
  } catch (error) {
    if (tls && /^ERR_(OSSL|SSL)/.test(String((error as { code?: unknown }).code)))
      throw new StartProblem('mqttTls', { cause: firstLine(error) })
    throw error
  }
  const shown = host.includes(':') ? `[${host}]` : host
  const url = `${tls ? 'mqtts' : 'mqtt'}://${shown}:${gateway.port}`
  const stopSimulating = deps.isDemo && env.demo ? keepSimulating({ ...deps, url }) : undefined
  return {
    url,
    async stop() {
      await gateway.stop()
      secured?.revoked?.close()
      stopSimulating?.()
    },
  }
}

async function secure({ cert, key, authority, revoked }: NonNullable<EmbeddedMqtt['tls']>, log: Log) {
  const onProblem = (err: unknown) => log.warn({ err }, 'the list of revoked certificates cannot be read')
  try {
    const options = await readDeviceTls({ certificate: cert, key, authority })
    const list: RevokedList | undefined = revoked ? await openRevoked(revoked, { onProblem }) : undefined
    return { ...options, revoked: list }
  } catch (error) {
    throw new StartProblem('mqttTls', { cause: firstLine(error) })
  }
}

function withoutUser(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.search = ''
  return url.href.replace(/\/$/, '')
}
