/** The permissions of a device at a broker. Configure an external broker with the same rules (PROTOCOL.md). */
import { helloTopic, orderTopic, partOf, readUpTopic } from '../../contract/deviceMessages'

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
export const topicsFor = (imei: string): string[] => [orderTopic(imei), helloTopic(partOf(imei))]

/** Whether a device may subscribe to a filter: only to one of its topics, without wildcards. */
export const isOwnFilter = (imei: string, filter: string): boolean => topicsFor(imei).includes(filter)
