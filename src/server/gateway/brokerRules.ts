/**
 * What a device may do at a broker: sign in under its IMEI, publish what it says, read what is for it. Nothing else.
 */
import { UP_KINDS, upTopic } from '../../contract/deviceMessages'
import { topicsFor } from './topicRules'

/** What brokers call the two directions. */
const WRITES = ['write', 'publish']
const READS = ['read', 'subscribe']

/**
 * @param topic with slashes, or with dots as RabbitMQ has them; wildcards are no topic of a device
 */
export function mayUseTopic(imei: string, topic: string, permission: string): boolean {
  const path = topic.replaceAll('.', '/')
  if (WRITES.includes(permission)) return UP_KINDS.some(kind => path === upTopic(imei, kind))
  return READS.includes(permission) && topicsFor(imei).includes(path)
}

/** Where RabbitMQ's MQTT plugin publishes to by default. */
const EXCHANGE = 'amq.topic'

/** What RabbitMQ asks about its own parts: the exchange, and the queue of a client, which is named after it. */
export function mayUseResource(
  imei: string,
  { resource, name, permission }: { resource: string; name: string; permission: string },
): boolean {
  if (resource === 'queue') return ['0', '1'].some(qos => name === `mqtt-subscription-${imei}qos${qos}`)
  return resource === 'exchange' && name === EXCHANGE && permission !== 'configure'
}
