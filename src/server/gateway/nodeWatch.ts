/**
 * Notices when a node of the broker's cluster is gone that the gateway itself is not connected to: a node that dies
 * publishes no wills of the devices that were connected to it.
 */
import { brokerAddresses } from '../start/brokerAddresses'
import { connectToBroker, watchConnection } from './brokerClient'
import type { Log } from './log'

const RECONNECT_MS = 5_000
/**
 * A node whose machine has lost its power closes no connection. Nothing is subscribed to, so RabbitMQ always answers a
 * ping.
 */
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
  const clients = watched.map((address, at) => {
    const node = `${address.host}:${address.port}`
    const client = connectToBroker({
      url,
      addresses: [address],
      clientId: `${clientId}-node${at + 1}`,
      reconnectMs: RECONNECT_MS,
      keepaliveSeconds: KEEPALIVE_SECONDS,
    })
    watchConnection(client, {
      onUp: () => undefined,
      onDown() {
        if (isClosing) return
        log.warn({ node }, 'gateway: a node of the broker is gone')
        onGone()
      },
      onProblem: err => log.warn({ err, node }, 'gateway: a node of the broker cannot be watched'),
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
