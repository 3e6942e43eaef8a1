/** The permissions of a device at a broker. Configure an external broker with the same rules (PROTOCOL.md). */
import { helloTopic, orderTopic, partOf, readUpTopic, UP_KINDS, upTopic } from '../../contract/deviceMessages'

const IMEI = /^\d{15}$/
const MAX_CLIENT_ID = 64

/**
 * The IMEI of the device that a client claims to be: its user name, which must be the beginning of its client id.
 *
 * @param certificateImei the IMEI in the client's certificate; the user name must be the same or absent
 * @returns `undefined` if the name is no IMEI, or if user name, client id and certificate differ
 */
export function imeiOfClient(
  clientId: string,
  username: string | undefined,
  certificateImei?: string,
): string | undefined {
  const imei = username || certificateImei
  if (!imei || !IMEI.test(imei) || clientId.length > MAX_CLIENT_ID) return undefined
  if (certificateImei && certificateImei !== imei) return undefined
  return clientId === imei || clientId.startsWith(`${imei}-`) ? imei : undefined
}

/** Whether a device may have this last will: only a message of its own presence is allowed. */
export function isOwnWill(imei: string | undefined, { topic }: { topic: string }): boolean {
  const sender = readUpTopic(topic)
  return sender !== undefined && sender.imei === imei && sender.kind === 'presence'
}

/** The topics that a device may read: its orders, and the hello of its part. */
const topicsFor = (imei: string): string[] => [orderTopic(imei), helloTopic(partOf(imei))]

/** Whether a device may subscribe to a filter: only to one of its topics, without wildcards. */
export const isOwnFilter = (imei: string, filter: string): boolean => topicsFor(imei).includes(filter)

/** RabbitMQ's and EMQX's names of the two permissions. */
const WRITES = ['write', 'publish']
const READS = ['read', 'subscribe']

/**
 * Whether a device may use a topic.
 *
 * @param topic with slashes, or with dots as in RabbitMQ. Wildcards are refused.
 */
export function mayUseTopic(imei: string, topic: string, permission: string): boolean {
  const path = topic.replaceAll('.', '/')
  if (WRITES.includes(permission)) return UP_KINDS.some(kind => path === upTopic(imei, kind))
  return READS.includes(permission) && topicsFor(imei).includes(path)
}

/** The exchange to which the MQTT plugin of RabbitMQ publishes by default. */
const EXCHANGE = 'amq.topic'

/** Whether a device may use a resource of RabbitMQ: the exchange, or the queue named after its client id, the IMEI. */
export function mayUseResource(
  imei: string,
  { resource, name, permission }: { resource: string; name: string; permission: string },
): boolean {
  if (resource === 'queue') return ['0', '1'].some(qos => name === `mqtt-subscription-${imei}qos${qos}`)
  return resource === 'exchange' && name === EXCHANGE && permission !== 'configure'
}
