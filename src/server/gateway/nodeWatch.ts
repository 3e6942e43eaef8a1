/**
 * Notices when a node of the broker's cluster is gone that the gateway itself is not connected to: a node that dies publishes no wills of
 * the devices that were connected to it.
 */
import mqtt from 'mqtt'
import { brokerAddresses, firstAddress } from '../start/brokerAddresses'
import type { Log } from './log'

const RECONNECT_MS = 5_000
const CONNECT_MS = 5_000
/** A node whose machine has lost its power closes no connection. Nothing is subscribed to, so RabbitMQ always answers a ping. */
const KEEPALIVE_SECONDS = 10

/**
 * Keeps a connection to each node; a broker of one address is watched by the gateway's own connection.
 *
 * @param url as in `MQTT_URL`
 * @param clientId the beginning of the client ids
 * @param onGone called when a node that was there is not any more
 */
export function watchNodes(
  { url, clientId }: { url: string; clientId: string },
  onGone: () => void,
  log: Log,
): { close(): Promise<void> } {
  const addresses = brokerAddresses(url)
  const watched = addresses.length === 1 ? [] : addresses
  let isClosing = false
  const clients = watched.map(({ host, port }, at) => {
    const client = mqtt.connect(firstAddress(url), {
      servers: [{ host, port }],
      clientId: `${clientId}-node${at + 1}`,
      clean: true,
      reconnectPeriod: RECONNECT_MS,
      reconnectOnConnackError: true,
      connectTimeout: CONNECT_MS,
      keepalive: KEEPALIVE_SECONDS,
    })
    let isThere = false
    let said = ''
    client.on('connect', () => {
      isThere = true
      said = ''
    })
    client.on('close', () => {
      if (isThere && !isClosing) {
        log.warn({ node: `${host}:${port}` }, 'gateway: a node of the broker is gone')
        onGone()
      }
      isThere = false
    })
    // The same reason is logged once, not with every attempt.
    client.on('error', error => {
      if (error.message === said) return
      said = error.message
      log.warn({ err: error, node: `${host}:${port}` }, 'gateway: a node of the broker cannot be watched')
    })
    return client
  })
  return {
    async close() {
      isClosing = true
      await Promise.all(clients.map(client => client.endAsync(true)))
    },
  }
}
