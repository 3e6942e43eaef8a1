/** Permissions of a device at an external broker that asks this server: its own topics, nothing else. */
import { UP_KINDS, upTopic } from '../../contract/deviceMessages'
import { topicsFor } from './topicRules'

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
