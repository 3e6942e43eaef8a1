/**
 * Permissions of a device at an external broker: publish and read its own topics, nothing else.
 */
import { UP_KINDS, upTopic } from '../../contract/deviceMessages'
import { topicsFor } from './topicRules'

/** The brokers' words for the two permissions. */
const WRITES = ['write', 'publish']
const READS = ['read', 'subscribe']

/**
 * @param topic with slashes, or with dots as in RabbitMQ. Wildcards are refused.
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
