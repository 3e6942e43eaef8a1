/**
 * Detects dead nodes of a broker's cluster, also nodes to which the gateway itself is not connected: a node that dies
 * does not publish the last wills of the devices that were connected to it.
 */
import { brokerAddresses } from '../start/brokerAddresses'
import { connectToBroker, watchConnection } from './brokerClient'
import type { Log } from './log'

const RECONNECT_MS = 5_000
/**
 * Short, to notice a machine that loses power: it closes no connection. The gateway's own keep-alive (`brokerClient`)
 * must be longer, because RabbitMQ may delay its answers to the pings of clients that subscribe; these connections
 * subscribe to nothing.
 */
const KEEPALIVE_SECONDS = 10

/**
 * Keeps a connection to each node of a cluster. For a single broker the gateway's own connection is enough.
 *
 * @param url as in `MQTT_URL`
 * @param clientId prefix of the client ids
 * @param onGone called when the connection to a node is lost
 */
export function watchNodes(
  { url, clientId }: { url: string; clientId: string },
  onGone: () => void,
  log: Log,
): { close(): Promise<void> } {
  const addresses = brokerAddresses(url)
  const watched = addresses.length === 1 ? [] : addresses
  let isClosing = false
  const clients = watched.map((address, index) => {
    const node = `${address.host}:${address.port}`
    const client = connectToBroker({
      url,
      addresses: [address],
      clientId: `${clientId}-node${index + 1}`,
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
      onProblem: err =>
        log.warn({ cause: String(err), node }, 'gateway: a node of the broker cannot be watched'),
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
