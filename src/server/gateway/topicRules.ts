/** What one device may do at a broker; an external broker is configured with the same rules (PROTOCOL.md). */
import { helloTopic, orderTopic, partOf, readUpTopic } from '../../contract/deviceMessages'

const IMEI = /^\d{15}$/
const MOST_CLIENT_ID = 64

/**
 * The device that a client says it is: its user name, with which its client id begins.
 *
 * @param certified the name in its certificate, which a user name has to agree with
 */
export function imeiOfClient(
  clientId: string,
  username: string | undefined,
  certified?: string,
): string | undefined {
  const imei = username || certified
  if (!imei || !IMEI.test(imei) || clientId.length > MOST_CLIENT_ID) return undefined
  if (certified && certified !== imei) return undefined
  return clientId === imei || clientId.startsWith(`${imei}-`) ? imei : undefined
}

/** Whether a device may leave such a will: of its own presence. */
export function isOwnWill(imei: string | undefined, { topic }: { topic: string }): boolean {
  const sender = readUpTopic(topic)
  return sender !== undefined && sender.imei === imei && sender.kind === 'presence'
}

/** What a device reads: its own orders, and the question to all devices of its part. */
export const topicsFor = (imei: string): string[] => [orderTopic(imei), helloTopic(partOf(imei))]

/** Whether a device may subscribe to such a filter: what is for it, or all below its own name. */
export const isOwnFilter = (imei: string, filter: string): boolean =>
  [...topicsFor(imei), orderTopic(imei).replace(/order$/, '#')].includes(filter)
